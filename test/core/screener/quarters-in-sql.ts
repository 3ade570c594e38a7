/**
 * Written by hand, and sharing nothing with the program but its tables: quarters and years are found by their labels, counted from the
 * latest. A latest quarter that ends more than 100 days before the latest one of all is too old.
 */
export const latest = `WITH quarters AS (
    SELECT *, fiscal.Year * 4 + CAST(substr(fiscal.Quarter, 2) AS INTEGER) AS n FROM fundamental_period AS fiscal
    WHERE edition = 'enhanced' AND Quarter GLOB 'Q[1-4]'),
  years AS (SELECT * FROM fundamental_period WHERE edition = 'enhanced' AND Quarter = 'FY'),
  latest AS (SELECT symbol, max(EndPeriod) AS EndPeriod FROM quarters GROUP BY symbol),
  fresh AS (SELECT symbol, EndPeriod FROM latest
    WHERE julianday((SELECT max(EndPeriod) FROM latest)) - julianday(EndPeriod) <= 100),
  q AS (SELECT quarters.* FROM fresh JOIN quarters USING (symbol, EndPeriod)),
  y AS (SELECT years.* FROM years JOIN (SELECT symbol, max(EndPeriod) AS EndPeriod FROM years GROUP BY symbol) USING (symbol, EndPeriod))`

/** Of the last twelve months, or of those so many quarters earlier. */
export const sumOf = (field: string, back = 0) =>
  `(SELECT CASE WHEN count("${field}") = 4 THEN sum("${field}") END FROM quarters AS each
    WHERE each.symbol = q.symbol AND each.n BETWEEN q.n - 3 - ${back} AND q.n - ${back})`

/** Of so many quarters before the latest. */
export const before = (field: string, back: number) =>
  `(SELECT "${field}" FROM quarters AS each WHERE each.symbol = q.symbol AND each.n = q.n - ${back})`

/** Of so many fiscal years before the latest. */
export const yearBefore = (field: string, back: number) =>
  `(SELECT "${field}" FROM years AS each WHERE each.symbol = y.symbol AND each.Year = y.Year - ${back})`

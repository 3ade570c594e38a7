/** English words that carry grammar, courtesy, numbers or the calendar rather than a subject. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about above across actually after afternoon again against ago ahead all almost alone along already also although always am among an
  analyst and annual annually another any anybody anyone anything appreciate april are aren around as ask asked asking at august away back
  basically be because been before began begin being below best better between big bigger bit both bring but by bye call came can cannot
  cant careful certainly change clear close color colour come comes coming comment comments conference congrats congratulations could
  couldn couple course cover days december detail details did didn directly do does doesn doing don done down due during each early eight
  either else end enough even evening ever every everybody everyone everything exactly expect fact fall far february feel few fifth finish
  finished first five follow following for forward four fourth from full further gave get gets getting give given gives go goes going gone
  good goodbye got great guess guys had half halves happen hard has hasn have haven having he hear heard hello help helpful her here hers
  hi high higher him his hope how however i idea if in indeed into is isn it its itself january july june just keep kind kindly know large
  last late later least less let lets like likely line little ll long look looking looks lot lots low lower made main mainly make makes
  making many march may maybe me mean means might mine month months more morning most move moved moves moving much must my myself near
  need needs never new next nice nine no nobody none nor normal normally not nothing november now number obviously october of off often ok
  okay on once one ones only onto operator or other others our ours out over own part participants particularly people per percent perhaps
  piece place plan planned please possible precise pretty probably put quarter quarterly quarters question questions quite rather re
  really remarks right s said same saw say saying says second see seeing seems seen sell sense september seven several shall she should
  shouldn show side since six so some somebody someone something sometimes soon sort speak spring start started still such summer sure t
  take taken takes taking talk talked talking team tell ten terms than thank thanks that the their theirs them themselves then there these
  they thing things think thinking third this those though thought three through throughout thus till time times to today together told
  too took toward towards tried try trying turn two under until up upon us use used using usual usually ve versus very via want wanted
  wants was wasn way ways we week weeks welcome well went were weren what whatever when where whether which while who whole whom whose why
  will winter with within without won wonder wondering word words work working worse worst would wouldn yeah year years yes yet you your
  yours yourself`.split(/\s+/),
)

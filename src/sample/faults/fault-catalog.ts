/** The catalog of all faults that the sample service can simulate. */

/**
 * Everything that can be made to go wrong (docs/promises.md, When something fails), as data: the command line's help, the reader of plans and the
 * server go by this one table. A status code (such as 503) is a fault too and is not listed.
 */
export const faults = {
  /** How a good response is sent. */
  wire: {
    hang: 'accepts the request and never responds',
    hold: 'accepts the request and responds when the program that runs the service releases it',
    drip: 'sends headers, then one byte every MS milliseconds (drip;ms=5000)',
    reset: 'resets the connection without a response',
    'reset-midway': 'resets the connection in the middle of the body',
    slow: 'responds after MS milliseconds (slow;ms=2000)',
    'cut-length': 'half the body with the full Content-Length, then closes',
    'cut-chunked': 'half the body in chunks without the last chunk, then closes',
    'cut-close': 'half the body without a length, then closes: looks complete',
    'close-delimited': 'the whole body without a length, then closes',
  },
  /** Other bytes in place of a good response. */
  body: {
    'not-json': '200, application/json, but plain text',
    nan: 'JSON with NaN in place of a number',
    bom: 'good JSON after a byte order mark',
    'duplicate-keys': 'JSON whose first key appears twice, with different values',
    'utf-16': 'good JSON in UTF-16, declared as UTF-8',
    'text-plain': 'good JSON as text/plain',
    'no-type': 'good JSON without a Content-Type',
    empty: '200 without a body',
    portal: 'a captive portal: 200 with an HTML page',
    oversized: 'a body of MB megabytes (oversized;mb=40)',
    bomb: 'a small gzip body that becomes MB megabytes (bomb;mb=60)',
    deep: 'arrays nested DEPTH times (deep;depth=100000)',
  },
  /** Good JSON of another shape. */
  shape: {
    'data-missing': 'the wrapper without data',
    'data-null': 'data is null',
    'data-object': 'data is an object instead of a list',
    'null-rows': 'every second row is null',
    'number-strings': 'numbers as text',
    'wrong-types': 'in every second row, each string is a list',
    'new-values': 'unknown enumeration values',
    'extra-fields': 'fields that the interface does not define',
    'odd-texts': 'multi-line and very long names, and a home page URL of 400 characters',
    duplicates: 'every list entry twice, with the same id: records, listings, periods, transcripts, segments, topics',
    'proto-keys': 'keys named __proto__, constructor and prototype',
    bare: 'a list without its wrapper',
    wrapped: 'a bare response inside {"data": ...}',
    'message-only': '200 with {"message": "invalid key"}',
  },
  /** Good JSON of the right shape whose fields are at fault. `share=0.3` applies it to that share of a record's figures or fields. */
  field: {
    'figures-as-text': 'figures as text: 12.0, 1200e6 (figures-as-text;share=0.3)',
    'figures-unreadable': 'figures as the text n/a',
    'figures-missing': 'records without their figures',
    'figures-null': 'figures as null',
    'figures-precise': 'figures with more digits than a double can represent',
    'fields-missing': 'records without the fields that are neither figures nor ids',
    'fields-null': 'those fields as null',
    'fields-unreadable': 'those fields as an object',
    'ids-as-text': 'ids, years and segment numbers as text',
    'ids-missing': 'records without their ids',
    'booleans-as-text': 'booleans as true and false in quotes',
    'booleans-as-numbers': 'booleans as 1 and 0',
    'times-as-numbers': 'created_at and updated_at as seconds since 1970',
    'texts-as-numbers': 'texts that read as a number as that number',
    'transcripts-empty': 'calls with an empty list of transcripts',
    'transcripts-null': 'calls with null for their transcripts',
    'segments-empty': 'transcripts with an empty list of segments',
    'participants-empty': 'calls with an empty list of participants',
  },
  /** Sent elsewhere. */
  redirect: {
    'redirect-same': '302 to the same origin, which then responds',
    'redirect-cross': '302 to another origin (redirect-cross;to=http://127.0.0.1:9999)',
    'redirect-loop': '302 to itself, forever',
    'redirect-userinfo': '302 to the same host with a user name and password in the URL',
    'redirect-nowhere': '302 without Location',
    'redirect-bad': '302 to an unreadable URL',
    'redirect-portal': '302 to a sign-in page on another host',
  },
  /** Lists with inconsistent pages. */
  paging: {
    'page-repeats': 'every page is the first page',
    'page-empty': 'pages after the first are empty, although hits says more',
    'page-short': 'pages hold three rows fewer than requested, so that rows are skipped',
    'page-count-high': 'page_count is three too high',
    'page-count-low': 'page_count is 1',
    'page-count-huge': 'page_count is one billion, and every page is the first page',
    'list-shifts': 'a row is inserted at the front between two pages',
    'page-size-refused': '400 with a reason for a page_size above MOST (page-size-refused;most=25)',
    'rows-missing': 'the last three rows of the list are never sent, although hits counts them',
  },
  /** Recordings and byte ranges (RFC 9110, section 14). */
  recording: {
    'ignores-range': '200 and the whole file, whatever range is requested',
    'wrong-start': '206 that begins earlier than requested',
    'no-total': '206 with Content-Range .../*',
    'short-range': '206 with half of what was requested',
    'etag-changes': 'a different strong ETag for every request',
    'etag-weak': 'a weak ETag',
    'etag-missing': 'no ETag',
    'range-refused': '416 to every range',
    'size-zero': 'an empty file',
    'size-differs': 'a file 1,000 bytes longer than the record says',
    'html-type': 'text/html instead of audio',
    'range-on-200': '200 with the whole file and a Content-Range',
  },
} as const satisfies Record<string, Record<string, string>>

export type WireFault = keyof typeof faults.wire
export type BodyFault = keyof typeof faults.body
export type ShapeFault = keyof typeof faults.shape
export type FieldFault = keyof typeof faults.field
export type RedirectFault = keyof typeof faults.redirect
export type PagingFault = keyof typeof faults.paging
export type RecordingFault = keyof typeof faults.recording

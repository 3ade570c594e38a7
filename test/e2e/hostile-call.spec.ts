import { startCallsService, type CallsService, type WrittenCall } from './calls-service.ts'
import { copiedText } from './clipboard.ts'
import { expect, test as base } from './fixtures.ts'
import { CallPage } from './pages/call-page.ts'
import { CallsPage } from './pages/calls-page.ts'
import { SettingsPage } from './pages/settings-page.ts'

/** Runs nothing and requests nothing, or it writes its name into `ran` or leaves the machine. */
const vectors = [
  `<script>globalThis.ran = 'script'</script> Revenue grew.`,
  `<img src="x" onerror="globalThis.ran = 'onerror'"> Margins widened.`,
  `<img src="http://elsewhere.invalid/pixel.png"> Volumes held.`,
  `<a href="javascript:globalThis.ran = 'link'">Costs</a> shrank.`,
  `<svg onload="globalThis.ran = 'svg'"><use href="http://elsewhere.invalid/s.svg#a"/></svg> Prices rose.`,
  `<div style="background: url(http://elsewhere.invalid/b.png)" onclick="globalThis.ran = 'click'">Orders</div> came.`,
  `<style>@import url(http://elsewhere.invalid/c.css); article { display: none }</style> Backlog swelled.`,
  `<meta http-equiv="refresh" content="0; url=http://elsewhere.invalid/"> Cash climbed.`,
  `<base href="http://elsewhere.invalid/"> Debt dropped.`,
  `<iframe srcdoc="<script>parent.ran = 'frame'</script>"></iframe> Staff joined.`,
  `<form action="http://elsewhere.invalid/"><button>Guide</button></form> was lifted.`,
  `<video src="http://elsewhere.invalid/v.mp4" autoplay></video><link rel="stylesheet" href="http://elsewhere.invalid/d.css"> Taxes eased.`,
  `</p></article></main><script>globalThis.ran = 'out'</script> {{constructor.constructor('globalThis.ran = 1')()}} Capital was returned.`,
]
/** With which each ends. */
const lastWords = vectors.map((vector) => /(\w+)\.$/.exec(vector)?.[1] ?? '')
const evil = vectors[1] ?? ''

const held = {
  symbol: 'HOST',
  start_time: '2026-10-21T09:00:00-04:00',
  end_time: '2026-10-21T10:00:00-04:00',
  status: 'COMPLETED',
}
const segment = (speaker: string, text: string, at: number) => ({
  segment_id: at + 1,
  speaker,
  text,
  start_time: String(at * 200),
  end_time: String(at * 200 + 190),
  confidence: 0.95,
  sentiment: 0.1,
})

const hostile: WrittenCall = {
  ...held,
  call_id: 'hostile"><img src=x onerror=alert(1)>',
  symbol: evil,
  call_title: `${evil} call`,
  headline: evil,
  name: evil,
  status: evil,
  transcripts: [
    { language: '"><script>', segments: vectors.map((text, at) => segment(`${evil} ${at % 3}`, text, at)) },
  ],
  summary: { summary: vectors.join('\n'), sentiment: 0.1 },
  participants: [{ name: `${evil} 0`, role: evil, organization: evil, mentions: 1, human_verified: true }],
  securities: [{ symbol: evil, name: evil, mic_code: evil, figi: evil, isin: evil }],
  recording: {
    recording_id: evil,
    location: 'javascript:alert(1)',
    bucket: evil,
    formats: [{ file_link: 'javascript:alert(1)', size: 10, content_type: 'text/html', quality: evil }],
  },
}
const asHtml: WrittenCall = {
  ...hostile,
  transcripts: [{ text: vectors.map((vector) => `<p><b>Jane Doe</b>: ${vector}</p>`).join('\n'), segments: null }],
}

const scripts: WrittenCall = {
  ...held,
  call_id: 'scripts',
  call_title: 'شركة النور للاتصالات Q3 2026',
  name: 'שלום בע"מ',
  transcripts: [
    {
      language: 'ar',
      segments: [
        'Good morning and welcome.',
        'بلغت الإيرادات 1,234.5 مليون دولار (ارتفاع 8.9%) في الربع الثالث',
        'ההכנסות צמחו ב-12.5% לעומת Q3 2025, כלומר 1,234 מיליון (ללא USD).',
        '\u202EThis would turn the row around',
        'Thanks to the 👩‍👩‍👧‍👦 team and 🏳️‍🌈 partners, cafe\u0301 sales rose 👍🏽.',
        '本日はお忙しい中、当社の第三四半期決算説明会にご参加いただき誠にありがとうございます。'.repeat(12),
        `${'Unbroken'.repeat(250)} end.`,
      ].map((text, at) =>
        segment(
          ['Operator', 'محمد العلي', 'דוד לוי', '\u202Eevil', 'Zoë', '田中太郎', 'X'.repeat(300)][at] ?? '',
          text,
          at,
        ),
      ),
    },
  ],
}

const test = base.extend<{ hosts: CallsService }>({
  hosts: async ({ app: _ }, use) => {
    const service = await startCallsService([hostile, scripts], [asHtml])
    await use(service)
    await service.stop()
  },
})

test('a transcript of markup is read as text: nothing in it runs, nothing is requested, nothing around it changes', async ({
  workspace,
  hosts,
}) => {
  const { page } = workspace
  const dialogs: string[] = []
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('request', (request) => asked.push(new URL(request.url()).origin))
  await new SettingsPage(workspace).connectTo(hosts, 'Hosts')
  const here = page.url()
  const calls = await CallsPage.open(workspace)
  await expect(await calls.cell(calls.row(`${evil} call`), 'Downloaded')).toHaveText(evil)

  const call = await CallPage.open(workspace, hostile.call_id)
  await call.isRead()
  await expect(call.turn(1)).toContainText(vectors[0] ?? '')
  await expect(call.panel).toContainText(vectors[3] ?? '')
  for (const [at, vector] of vectors.entries()) {
    await call.findField.fill(`"${lastWords[at]}"`)
    await expect(call.found).toHaveText('1 / 1')
    await expect(call.turn(at + 1)).toContainText(vector)
    await call
      .turn(at + 1)
      .locator('.text')
      .click()
  }
  await call.selectWords(call.turn(13), 'Capital was returned')
  await workspace.press('m')
  await call.panel.getByRole('textbox', { name: 'Note' }).fill(evil)
  await workspace.press('Control+Enter')
  await expect(call.turn(13)).toContainText(evil)

  await call.chooseFrom('More', /^HTML$/)
  await expect(call.turn(1)).toContainText('Revenue grew.')
  for (const word of lastWords) {
    await call.findField.fill(`"${word}"`)
    await expect(call.found).toHaveText('1 / 1')
  }
  const texts = await call.turns.locator('.text').allInnerTexts()
  expect(texts.join('\n')).not.toMatch(/<\/?(script|img|svg|style|iframe|form|base|meta)|onerror/i)

  expect(dialogs).toEqual([])
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
  expect(page.url()).toBe(here)
  expect(new Set(asked)).toEqual(new Set([new URL(here).origin]))
  for (const part of [call.screen, call.panel]) {
    await expect(part.locator('img, iframe, form, base, style, script, video, svg use, a[href]')).toHaveCount(0)
  }
})

test('right to left, emoji, and words without blanks read well, and turn nothing around them', async ({
  workspace,
  hosts,
}) => {
  await new SettingsPage(workspace).connectTo(hosts, 'Hosts')
  const calls = await CallsPage.open(workspace)
  const row = calls.row('شركة النور')
  await expect(row).toBeVisible()
  const call = await CallPage.open(workspace, 'scripts')
  await call.isRead()
  const edges = async (turn: number) =>
    call
      .turn(turn)
      .locator('.text')
      .evaluate((text) => {
        const range = document.createRange()
        range.selectNodeContents(text)
        const [boxes, frame] = [Array.from(range.getClientRects()), text.getBoundingClientRect()]
        return {
          fromLeft: Math.min(...boxes.map(({ left }) => left)) - frame.left,
          fromRight: frame.right - Math.max(...boxes.map(({ right }) => right)),
        }
      })
  expect((await edges(1)).fromLeft).toBe(0)
  for (const turn of [2, 3]) expect((await edges(turn)).fromRight).toBeLessThan(1)
  // Times stay in their column, and what is wide is broken: nothing is wider than the text.
  const times = await call.turns
    .getByRole('button')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right))
  expect(Math.max(...times) - Math.min(...times)).toBeLessThan(1)
  const look = async (query: string, words: string) => {
    await call.findField.fill(query)
    await expect(call.found).toHaveText(/^1 \//)
    await expect.poll(async () => (await call.marked('find-now')).join()).toBe(words)
    const wider = call.turns
      .locator('.text')
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth))
    expect(await wider).toEqual([])
  }
  await look('الإيرادات', 'الإيرادات')
  await look('1,234.5', '1,234.5')
  await workspace.press('ArrowDown')
  await call.selectWords(call.turn(2), '1,234.5 مليون دولار')
  await workspace.press('q')
  await expect(workspace.status).toContainText('Quote copied.')
  expect(await copiedText(workspace.page)).toContain('“1,234.5 مليون دولار”')
  await look('決算説明会', '決算説明会')
  await look('cafe', 'cafe\u0301')
  await workspace.press('ArrowDown')
  await call.selectWords(call.turn(5), '👩‍👩‍👧‍👦 team and 🏳️‍🌈')
  await workspace.press('m')
  await expect(call.panel.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await workspace.press('Escape')
  await expect.poll(() => call.marked('violet')).toEqual(['👩‍👩‍👧‍👦 team and 🏳️‍🌈'])
  await look('Unbroken*', 'Unbroken'.repeat(250))
  await expect.poll(() => workspace.sidewaysOverflow()).toBe(0)
  expect(
    await call.panel.evaluate(
      (panel) => Array.from(panel.querySelectorAll('*')).filter((each) => each.scrollWidth > panel.clientWidth).length,
    ),
  ).toBe(0)
})

import { describe, expect, test } from 'vitest'
import { ExternalLinks } from '#main/open-external.ts'

function door(press: number | (() => Promise<number>)) {
  const opened: string[] = []
  const shown: { message: string; detail: string | undefined; buttons: string[] | undefined }[] = []
  const links = new ExternalLinks({
    shell: { openExternal: async (url) => void opened.push(url) },
    ask: async ({ message, detail, buttons }) => {
      shown.push({ message, detail, buttons })
      return { response: typeof press === 'number' ? press : await press() }
    },
  })
  return { links, opened, shown }
}

describe('a link to the outside (E7)', () => {
  test('opens after the user has seen its host', async () => {
    const { links, opened, shown } = door(0)
    expect(await links.open('https://www.example.com/investors?x=1')).toBe(true)
    expect(opened).toEqual(['https://www.example.com/investors?x=1'])
    expect(shown).toEqual([
      {
        message: 'Open www.example.com in your browser?',
        detail: 'https://www.example.com/investors?x=1',
        buttons: ['Open', 'Cancel'],
      },
    ])
  })

  test('to a look-alike host shows what it really is', async () => {
    const { links, shown } = door(1)
    await links.open('https://аpple.com/')
    expect(shown[0]?.message).toContain('xn--pple-43d.com')
  })

  test('that the user does not want opens nothing', async () => {
    const { links, opened } = door(1)
    expect([await links.open('https://www.example.com/'), opened]).toEqual([false, []])
  })

  test('of great length keeps the box readable', async () => {
    const { links, shown } = door(1)
    await links.open(`https://www.example.com/${'x'.repeat(1000)}`)
    expect(shown[0]?.detail).toHaveLength(201)
  })

  test.each([
    'http://example.com/',
    'file:///etc/passwd',
    'smb://server/share',
    'ms-msdt:/id',
    'javascript:alert(1)',
    'mailto:a@b.example',
    'https://a@b.example/',
    'https://example.com/\n',
    `https://example.com/${'x'.repeat(2048)}`,
    'https://example.com/\u202etxt',
    'tearsheet://company/AAPL',
    '',
  ])('like %j needs no confirmation', async (url) => {
    const { links, opened, shown } = door(0)
    expect([await links.open(url), opened, shown]).toEqual([false, [], []])
  })

  test('waits for no second box: links cannot be piled up until someone clicks', async () => {
    let press: (response: number) => void = () => undefined
    const { links, opened, shown } = door(() => new Promise((resolve) => (press = resolve)))
    const first = links.open('https://one.example/')
    expect(await links.open('https://two.example/')).toBe(false)
    press(0)
    expect([await first, opened, shown.length]).toEqual([true, ['https://one.example/'], 1])
  })
})

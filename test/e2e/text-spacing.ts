import type { Page } from '@playwright/test'

/**
 * Words that are cut, or that lie over other words, when a user sets the text spacing of WCAG 1.4.12, and are whole without it. The style
 * is a constructed one, as an extension's is: the content security policy refuses an element for it.
 */
export async function spacingFaults(page: Page, within: readonly string[]): Promise<string[]> {
  return page.evaluate(async (scope) => {
    interface Word {
      readonly node: Text
      readonly box: DOMRect
    }
    const words = (): readonly Word[] => {
      const found: Word[] = []
      for (const root of document.querySelectorAll(scope.join())) {
        const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
        for (let node = walk.nextNode(); node instanceof Text; node = walk.nextNode()) {
          const parent = node.parentElement
          if (!parent || node.data.trim() === '') continue
          if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
          if (parent.closest('.unseen, .skip, option, [aria-hidden=true], style, dialog article') !== null) continue
          const range = document.createRange()
          range.selectNodeContents(node)
          const box = range.getBoundingClientRect()
          if (box.width === 0 || box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth)
            continue
          found.push({ node, box })
        }
      }
      return found
    }
    /** The part of a text that is not cut off. */
    const shownBox = ({ node, box }: Word): DOMRect => {
      let { left, right, top, bottom } = box
      for (let part = node.parentElement; part !== null && part !== document.body; part = part.parentElement) {
        const { overflowX, display } = getComputedStyle(part)
        if (overflowX === 'visible' || display === 'inline') continue
        const outer = part.getBoundingClientRect()
        left = Math.max(left, outer.left)
        right = Math.min(right, outer.right)
        top = Math.max(top, outer.top)
        bottom = Math.min(bottom, outer.bottom)
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
    }
    /**
     * What comes from a record, such as a name or a headline, ends with an ellipsis and is shown whole where it leads, and a key of the
     * pictured keyboard has its words in the table below; figures and dates never are cut.
     */
    const endsWithEllipsis = (part: Element) => {
      const { textOverflow, webkitLineClamp } = getComputedStyle(part)
      return textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
    }
    const mayEnd = (node: Text, part: Element) =>
      endsWithEllipsis(part) &&
      node.parentElement?.closest('[role=row], tr, li, dd, [role=option], .key') !== null &&
      node.parentElement?.closest('[role=columnheader], thead') === null &&
      !/^[\d(+-]|^(?:[A-Z]{3} |[$€£])\d/.test(node.data.trim())
    const isCut = ({ node, box }: Word): boolean => {
      // Charts below a table follow its columns, which are scrolled.
      if (node.parentElement?.closest('.panels')) return false
      const [reach, slack] = [{ x: true, y: true }, 2]
      for (
        let part = node.parentElement;
        part !== null && part !== document.documentElement;
        part = part.parentElement
      ) {
        const { overflowX, overflowY, position, display } = getComputedStyle(part)
        if (display !== 'inline' && !part.matches('svg *')) {
          const outer = part.getBoundingClientRect()
          if (/auto|scroll/.test(overflowX)) reach.x = false
          if (/auto|scroll/.test(overflowY)) reach.y = false
          if (
            reach.x &&
            /hidden|clip/.test(overflowX) &&
            (box.right > outer.right + slack || box.left < outer.left - slack)
          )
            return !mayEnd(node, part)
          if (
            reach.y &&
            /hidden|clip/.test(overflowY) &&
            (box.bottom > outer.bottom + slack || box.top < outer.top - slack)
          )
            return !mayEnd(node, part)
        }
        if (position === 'fixed') return false
      }
      return false
    }
    const isInFront = ({ node, box }: Word): boolean => {
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      return (
        top !== null &&
        node.parentElement !== null &&
        (top.contains(node.parentElement) || node.parentElement.contains(top))
      )
    }
    /** A column that stays in place lies over those that are scrolled under it. */
    const isUnderColumn = ({ node }: Word, x: number, y: number): boolean => {
      const all = document.elementsFromPoint(x, y)
      const over = all.slice(
        0,
        all.findIndex((part) => part.contains(node)),
      )
      return over.some((part) => getComputedStyle(part).position === 'sticky')
    }
    const blockOf = (node: Text): Element | null => {
      let block = node.parentElement
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
      return block
    }
    const overlapping = (all: readonly Word[]): ReadonlySet<Text> => {
      const inFront = all
        .filter(isInFront)
        .map((word) => ({ ...word, box: shownBox(word) }))
        .toSorted((one, other) => one.box.top - other.box.top)
      const found = new Set<Text>()
      inFront.forEach((one, at) => {
        for (const other of inFront.slice(at + 1)) {
          if (other.box.top >= one.box.bottom - 4) break
          // Pieces of one text, whose boxes are those of all their lines.
          if (blockOf(one.node) === blockOf(other.node)) continue
          const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
          const down = Math.min(one.box.bottom, other.box.bottom) - other.box.top
          const place = [Math.max(one.box.left, other.box.left) + across / 2, other.box.top + down / 2] as const
          if (across > 3 && down > 4 && ![one, other].some((word) => isUnderColumn(word, ...place)))
            found.add(one.node).add(other.node)
        }
      })
      return found
    }
    const look = () => {
      const all = words()
      return {
        texts: new Map(all.map(({ node }) => [node, node.data])),
        cut: new Set(all.filter(isCut).map(({ node }) => node)),
        over: overlapping(all),
      }
    }
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const before = look()
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    await drawn()
    await drawn()
    const after = look()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    await drawn()
    const name = (node: Text) =>
      `“${node.data.trim().slice(0, 40)}” in <${node.parentElement?.tagName.toLowerCase()} class="${node.parentElement?.className}"> of .${String(node.parentElement?.parentElement?.className)}`
    // Data that arrived between the two looks says nothing of the spacing.
    const isSame = (node: Text) => before.texts.get(node) === node.data
    return [
      ...[...after.cut].filter((node) => isSame(node) && !before.cut.has(node)).map((node) => `cut: ${name(node)}`),
      ...[...after.over]
        .filter((node) => isSame(node) && !before.over.has(node))
        .map((node) => `over another: ${name(node)}`),
    ]
  }, within)
}

import { expect, type Locator, type Page } from '@playwright/test'

/** A person who has no pointer. Each press checks that the focus is still somewhere in the modal, and that it shows. */
export interface Keyboard {
  /** Goes on by Tab, or back by Shift+Tab, to what is read as `name`: `button "Review swap"`. */
  tabTo(name: string | RegExp, options?: { readonly back?: boolean }): Promise<void>
  press(key: string): Promise<void>
  /** Waits for a view by its heading, and for the focus on that heading, or on the control the view begins with. */
  reaches(heading: string, on?: string): Promise<void>
  /** Waits for the focus on what is read as `name`. */
  lands(name: string): Promise<void>
}

export function keyboardOf(page: Page): Keyboard {
  const modal = page.locator('dialog.lk-modal')
  const focused = page.locator(':focus')

  async function press(key: string): Promise<void> {
    await page.keyboard.press(key)
    await isKept(modal, key)
  }

  async function lands(name: string): Promise<void> {
    await expect
      .poll(async () => ((await focused.count()) === 0 ? 'nothing' : readingOf(focused)), {
        message: 'Where the focus is.',
      })
      .toContain(name)
    // A heading has the focus only to be read.
    if (!name.startsWith('heading')) await isSeen(focused, name)
  }

  return {
    press,
    async tabTo(name, { back = false } = {}) {
      const passed: string[] = []
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
        // After the last control Tab goes to the browser's own bars, and then round to the first.
        if ((await focused.count()) === 0) continue
        const read = await readingOf(focused)
        if (typeof name === 'string' ? read.startsWith(name) : name.test(read)) return isSeen(focused, read)
        passed.push(read)
      }
      throw new Error(`Tab never came to ${name}. It came to: ${passed.join(', ')}.`)
    },
    lands,
    async reaches(heading, on = `heading "${heading}"`) {
      await expect(modal.getByRole('heading', { name: heading, exact: true, level: 2 })).toBeVisible()
      await lands(on)
    },
  }
}

const readingOf = async (focused: Locator) =>
  (await focused.ariaSnapshot()).replace(/^- '?/, '').split('\n')[0] ?? ''

/** The focus may wait for a view that loads, and never ends on the page behind. */
async function isKept(modal: Locator, after: string): Promise<void> {
  await expect
    .poll(() => modal.evaluate((element) => element.contains(document.activeElement)), {
      message: `After ${after} the focus is not in the modal.`,
    })
    .toBe(true)
}

/** A ring of two pixels around the control itself, around the box of a field, or around the next cell of a code. */
async function isSeen(focused: Locator, read: string): Promise<void> {
  const width = await focused.evaluate((element) => {
    const box = element.closest('.lk-field-box, .lk-amount-field, label')
    const cell = element.parentElement?.querySelector('.lk-otp-cell[data-active]')
    const rings = [element, box, cell ?? null].filter((each) => each !== null)
    return Math.max(
      ...rings.map((ring) => {
        const { outlineStyle, outlineWidth, boxShadow, borderTopWidth } = getComputedStyle(ring)
        // A field's ring is its border, and as much inside of it.
        if (boxShadow.includes('inset') && borderTopWidth === '1px') return 2
        return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)
      }),
    )
  })
  expect(width, `${read} has the focus and no ring`).toBeGreaterThanOrEqual(2)
}

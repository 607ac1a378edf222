import type { Page } from '@playwright/test'

export interface Presses {
  /** How many there were since the last call. */
  restart(): number
}

/**
 * Counts what a person presses in the page and in its frames: buttons, and Enter in a field. The test wallet's own window doesn't count:
 * it stands for another program. Call it before the page is opened.
 */
export async function countPresses(page: Page): Promise<Presses> {
  let count = 0
  await page.exposeBinding('countPress', () => {
    count += 1
  })
  await page.addInitScript(() => {
    const tell = (event: Event) => {
      const isOfWallet = event
        .composedPath()
        .some((part) => part instanceof Element && part.localName === 'latchkey-test-wallet')
      if (event.isTrusted && !isOfWallet) (window as unknown as { countPress(): void }).countPress()
    }
    addEventListener('pointerdown', tell, true)
    addEventListener('keydown', (event) => event.key === 'Enter' && tell(event), true)
  })
  return {
    restart() {
      const told = count
      count = 0
      return told
    },
  }
}

import { expect, type Locator, type Page } from '@playwright/test'

/** More presses than any page has stops. */
const most = 200

/** Also within a shadow root, where the test wallet draws its questions. */
const isFocused = (target: Locator) =>
  target.evaluate((element) => (element.getRootNode() as Document | ShadowRoot).activeElement === element)

/** Presses Tab until the focus is there. Fails when it never comes. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled({ timeout: 20_000 })
  for (let presses = 0; presses < most; presses += 1) {
    if (await isFocused(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to ${target}.`)
}

export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Tabs are one stop: arrows lead from one to the other. */
export async function chooseTab(page: Page, tab: Locator): Promise<void> {
  const list = page.getByRole('tablist').filter({ has: tab })
  await tabTo(page, list.locator('[role="tab"][tabindex="0"], [role="tab"][aria-selected="true"]').first())
  for (let presses = 0; presses < 10; presses += 1) {
    if (await isFocused(tab)) return
    await page.keyboard.press('ArrowRight')
  }
  throw new Error(`No arrow came to ${tab}.`)
}

import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createApprovalPrompt } from './approvalPrompt.js'

afterEach(() => document.body.replaceChildren())

/** Where the wallet's window opens after a button at `left` was pressed, and the width of the page. */
async function placeAfterPress(left: string): Promise<DOMRect> {
  const button = document.createElement('button')
  button.textContent = 'Connect'
  button.style.cssText = `position: absolute; top: 200px; left: ${left}`
  document.body.append(button)
  button.focus()
  const over = new AbortController()
  const asked = createApprovalPrompt('Test wallet')({ title: 'connect', details: [] } as never, over.signal)
  const dialog = document.querySelector('latchkey-test-wallet')?.shadowRoot?.querySelector('dialog')
  const place = dialog?.getBoundingClientRect()
  over.abort()
  expect(await asked).toBe(false)
  if (!place) throw new Error('Expected the window of the wallet, received none.')
  return place
}

it('opens beside what was pressed', async () => {
  await page.viewport(1280, 800)
  expect((await placeAfterPress('100px')).left).toBeGreaterThan(640)
  expect((await placeAfterPress('1000px')).right).toBeLessThan(640)
})

it('opens from below on a phone, whatever was pressed', async () => {
  await page.viewport(390, 800)
  const { left, width, bottom } = await placeAfterPress('300px')
  expect([left, width, bottom]).toEqual([0, 390, 800])
})

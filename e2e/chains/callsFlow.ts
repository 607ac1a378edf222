import type { Page } from '@playwright/test'
import type { Chain } from './chain.js'
import { expect, type test as chainsTest } from './fixtures.js'
import { fillBehind } from '../page.js'
import { connectWhole } from './flows.js'

const at = (page: Page, id: string) => page.getByTestId('whole').getByTestId(id)

export interface CallsFlow {
  /** One call that pays the receiver this much, as `CallsForm` reads it. */
  pay(chain: Chain, amount: bigint): unknown
  /** Something that pays nothing. */
  readonly note: unknown
  /** Whether the node can tell what will change. */
  readonly isSimulated: boolean
}

/** One call, then three at once: nothing where the person declines, else exactly what was shown. */
export function describeCalls(test: typeof chainsTest, { pay, note, isSimulated }: CallsFlow): void {
  test('one call and three at once change what was shown', async ({ page, chain, openChains }) => {
    await openChains(chain.configuration)
    await connectWhole(page)
    const [own] = chain.addresses
    const { amount } = chain
    for (const [calls, total] of [
      [[pay(chain, amount)], amount],
      [[pay(chain, amount), note, pay(chain, amount)], 2n * amount],
    ] as const) {
      const before = await chain.balanceOf(own)
      await fillBehind(at(page, 'calls'), JSON.stringify(calls))
      await at(page, 'preview-calls').click()
      const shown = isSimulated ? new RegExp(`^-${total} [A-Z]+; fee (\\d+) `) : /^unknown; fee (\d+) /
      await expect(at(page, 'calls-preview')).toHaveText(shown, { timeout: 30_000 })
      const text = await at(page, 'calls-preview').textContent()
      const fee = BigInt(/fee (\d+)/.exec(text ?? '')?.[1] ?? 0)

      await chain.wallet.evaluate((control, method) => control.rejectNext(method), chain.methods.send)
      await at(page, 'send-calls').click()
      await expect(at(page, 'calls-error')).toHaveText(/^USER_REJECTED/, { timeout: 30_000 })
      expect(await chain.balanceOf(own)).toBe(before)

      await at(page, 'send-calls').click()
      await expect(at(page, 'calls-steps')).toHaveText('0 asking, 0 sent', { timeout: 30_000 })
      await chain.settle?.()
      await expect(at(page, 'calls-decision')).toHaveText('confirmed 1', { timeout: 60_000 })
      const left = before - (await chain.balanceOf(own)) - total
      expect(left).toBeGreaterThan(0n)
      expect(left).toBeLessThanOrEqual(fee)
    }
  })
}

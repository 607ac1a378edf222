import type { Danger } from '@latchkey/kernel/transaction'
import type { Amount, SendNotice } from '@latchkey/kernel/contracts'
import { expect, it } from 'vitest'
import type { SwapPreview } from '../Swapper.js'
import { compareToRead } from './compareToRead.js'

const coin = (value: bigint): Amount => ({ value, decimals: 18, symbol: 'ETH' })
const dollars = (value: bigint, decimals = 6): Amount => ({ value, decimals, symbol: 'USD' })
const notice = (code: string, severity: SendNotice['severity']): SendNotice => ({
  code,
  message: code,
  severity,
})

interface Facts {
  readonly sold?: Amount
  readonly minimum?: Amount
  /** As people read it, where that is another amount. */
  readonly shown?: Amount
  readonly slippage?: bigint
  readonly fee?: Amount
  readonly notices?: readonly SendNotice[]
  readonly dangers?: readonly Danger[]
  readonly belowPrice?: bigint
}
const preview = ({
  sold = coin(5n),
  minimum = dollars(100n),
  shown = minimum,
  slippage = 100n,
  fee = coin(10n ** 15n),
  notices = [],
  dangers = [],
  belowPrice,
}: Facts = {}) =>
  ({
    quote: { sold, minimum, slippage },
    minimum: shown,
    fee,
    notices,
    dangers,
    ...(belowPrice !== undefined && { belowPrice }),
  }) as unknown as SwapPreview

it.each<[string, Facts, ReturnType<typeof compareToRead>]>([
  ['nothing', {}, undefined],
  ['a higher minimum', { minimum: dollars(101n) }, undefined],
  ['a lower minimum', { minimum: dollars(99n) }, 'priceMoved'],
  ['a minimum with other places', { minimum: dollars(100n, 8) }, 'priceMoved'],
  ['fewer of the same to people', { shown: dollars(50n) }, 'priceMoved'],
  ['more slippage', { slippage: 101n }, 'previewChanged'],
  ['less slippage', { slippage: 99n }, undefined],
  ['another amount', { sold: coin(6n) }, 'priceMoved'],
  ['a lower fee', { fee: coin(10n ** 14n) }, undefined],
  ['a fee that is a little higher', { fee: coin(10n ** 15n + 10n ** 12n) }, undefined],
  ['a higher fee', { fee: coin(2n * 10n ** 15n) }, 'feeChanged'],
  ['a new warning', { notices: [notice('FEE_HIGH', 'warning')] }, 'previewChanged'],
  ['new information', { notices: [notice('KNOWN', 'info')] }, undefined],
  ['a price that became poor', { belowPrice: 200n }, 'previewChanged'],
  ['something new to agree to', { dangers: [{ subject: 'loses' }] }, 'previewChanged'],
])('%s', (_, change, expected) => {
  expect(compareToRead(preview(), preview(change))).toBe(expected)
})

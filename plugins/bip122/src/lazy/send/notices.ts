import { type SendNotice, toDecimal } from '@latchkey/kernel/contracts'
import type { BitcoinNetwork } from '../../networks.js'
import type { BitcoinWallet } from '../../provider.js'
import type { Utxo } from '../../utxoSource.js'
import type { Selection } from './selectCoins.js'
import { sumOf } from './usableCoins.js'

interface Facts {
  readonly wallet: BitcoinWallet
  /** Whether the wallet pays by its own transfer, and chooses coins and fee. */
  readonly isTransfer: boolean
  readonly network: BitcoinNetwork
  /** Satoshis that are paid; 0 where nothing is but the fee. */
  readonly amount: bigint
  readonly selection: Selection
}

/** Inscriptions and runes are on coins of addresses of every kind. Only a source with an index of them knows better. */
export const mayHoldOrdinals = (coins: readonly Utxo[]): boolean =>
  coins.some(({ carriesAssets }) => carriesAssets !== false)

export const ordinalsNotice: SendNotice = {
  code: 'ORDINALS_MAY_BE_SPENT',
  message: 'This address may hold ordinals or runes. A payment from it could spend them.',
  severity: 'warning',
}

/** What a person should know before the wallet opens. */
export function noticesOf(facts: Facts): readonly SendNotice[] {
  const { wallet, isTransfer, network, amount, selection } = facts
  const { decimals, symbol } = network.nativeCurrency
  const left = { value: sumOf(selection.leftOut), decimals, symbol }
  const rules: readonly (readonly [boolean, SendNotice])[] = [
    [
      isTransfer,
      {
        code: 'FEE_SET_BY_WALLET',
        message: `${wallet.name} chooses the coins and the fee. The fee shown is an estimate; check it in the wallet.`,
        severity: 'info',
        parameters: { wallet: wallet.name },
      },
    ],
    [mayHoldOrdinals(selection.coins), ordinalsNotice],
    [
      selection.coins.some(({ confirmed }) => !confirmed),
      {
        code: 'UNCONFIRMED_COINS',
        message: 'Part of the money has not been confirmed yet. If it does not come, this payment fails.',
        severity: 'warning',
      },
    ],
    [
      !isTransfer && selection.leftOut.length > 0,
      {
        code: 'COINS_LEFT_OUT',
        message: `The ${selection.leftOut.length.toLocaleString('en')} smallest coins of this address, worth ${toDecimal(left.value, decimals)} ${symbol}, stay. One payment can’t carry more coins.`,
        severity: 'info',
        parameters: { count: selection.leftOut.length, amount: left },
      },
    ],
    [
      amount > 0n && selection.fee * 10n > amount,
      {
        code: 'FEE_HIGH',
        message: 'The network fee is more than a tenth of the amount.',
        severity: 'warning',
      },
    ],
  ]
  return rules.flatMap(([holds, notice]) => (holds ? [notice] : []))
}

import { BaseError } from '@latchkey/kernel/plugin'
import type { EvmClient } from '../clients.js'
import type { EvmChain } from '../evmChain.js'

/** Whether accounts of the network hold a coin, and pay fees with it. */
export const hasCoin = ({ chain }: EvmClient): boolean => (chain as EvmChain).hasCoin !== false

export const coinMissing = () =>
  new BaseError('This network has no coin of its own. Choose a token.', { code: 'COIN_MISSING' })

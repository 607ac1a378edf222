import { decodeHex, encodeHex } from '@latchkey/kernel/chain'
import { supply } from '../../supply.js'
import type { PaymentOutput } from './paymentOutput.js'

export interface Coin {
  readonly transactionId: string
  readonly output: number
}

/** What a later page has to know of a payment beside its id. */
export interface PaymentTrail {
  /** The first coin that it spends. */
  readonly coin: Coin
  /** What it was asked to pay. Absent where that is too long to keep. */
  readonly outputs?: readonly PaymentOutput[]
}

/** Characters that a trail may have. */
const mostCharacters = 2_000

export function writeTrail({ coin, outputs = [] }: PaymentTrail): string {
  const first = `${coin.transactionId}:${coin.output}`
  const whole = [first, ...outputs.map(({ script, amount }) => `${encodeHex(script)}:${amount}`)].join(';')
  return whole.length > mostCharacters ? first : whole
}

/** It comes from the browser's storage: `undefined` when it can't be right. */
export function readTrail(trail = ''): PaymentTrail | undefined {
  if (trail.length > mostCharacters) return undefined
  const [first = '', ...rest] = trail.split(';')
  const [, transactionId, output] = /^([0-9a-f]{64}):(\d{1,6})$/.exec(first) ?? []
  if (transactionId === undefined) return undefined
  // no money: the place of an output in its transaction
  const coin = { transactionId, output: Number(output) }
  const outputs = rest.map(readOutput)
  if (!outputs.every((one) => one !== undefined)) return undefined
  return outputs.length === 0 ? { coin } : { coin, outputs }
}

function readOutput(text: string): PaymentOutput | undefined {
  const [, script, amount] = /^((?:[0-9a-f]{2}){1,900}):(\d{1,16})$/.exec(text) ?? []
  const bytes = script === undefined ? undefined : decodeHex(script)
  if (!bytes || amount === undefined || BigInt(amount) > supply) return undefined
  return { script: bytes, amount: BigInt(amount) }
}

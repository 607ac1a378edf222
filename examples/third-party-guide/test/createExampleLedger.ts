import { createHash } from 'node:crypto'
import { untilAborted } from '@latchkey/kernel/chain'
import type { SendDecision } from '@latchkey/kernel/contracts'
import { BaseError } from '@latchkey/kernel/plugin'
import type { sendingOn } from '../guide/chain/sendingOn.js'
import { isAddress, isSigned, own } from './createExampleApi.js'
import { promised } from './promised.js'

const fee = 10n
const coins = (value: bigint) => ({ value, decimals: 9, symbol: 'EXC' })
const idOf = (signed: string) => createHash('sha256').update(signed).digest('hex')

const fault = (code: string) => new BaseError('This payment can’t work.', { code: `EXAMPLE_${code}` })

interface Payment {
  readonly to: string
  readonly amount: bigint
  readonly decided: ReturnType<typeof promised<SendDecision>>
}

/** The books of the example’s chain, with one node that a test can steer: it takes what the first account has signed. */
export function createExampleLedger() {
  const balances = new Map([[own, 1_000n]])
  const payments = new Map<string, Payment>()
  let node: 'answers' | 'hangs' | 'fails' | 'refuses' | 'refuses a copy' = 'answers'
  let count = 0
  const balanceOf = (address: string) => balances.get(address) ?? 0n
  const decidedOf = (id: string) => {
    const known = payments.get(id)
    if (known) return known.decided
    const decided = promised<SendDecision>()
    payments.set(id, { to: '', amount: 0n, decided })
    return decided
  }
  const ask = async (signal?: AbortSignal) => {
    if (node === 'hangs') await untilAborted(signal, () => new Promise(() => {}))
    if (node === 'fails') throw fault('NODE_FAILED')
  }

  const chain: Parameters<typeof sendingOn>[0] = {
    async draft({ from, to, amount: asked, everything, signal }) {
      await ask(signal)
      const amount = everything ? balanceOf(from.address) - fee : asked
      if (!isAddress(to)) throw fault('ADDRESS_INVALID')
      if (amount <= 0n || amount + fee > balanceOf(from.address)) throw fault('AMOUNT_INVALID')
      count += 1
      const unsigned = JSON.stringify({ from: from.address, to, amount: `${amount}`, count })
      return { unsigned, fee: coins(fee), amount: coins(amount) }
    },
    isSigned(answer, unsigned): answer is string {
      if (typeof answer !== 'string' || !answer.startsWith(`${unsigned}.`)) return false
      return isSigned(unsigned, answer.slice(unsigned.length + 1))
    },
    idOf,
    async handOver(_, signed) {
      const id = idOf(signed)
      const decided = decidedOf(id)
      const { to, amount } = JSON.parse(signed.slice(0, signed.lastIndexOf('.')))
      if (node === 'refuses') {
        // Its time passes: nobody can take it any more.
        decided.resolve({ status: 'failed' })
        throw fault('REFUSED')
      }
      payments.set(id, { to, amount: BigInt(amount), decided })
      if (node === 'refuses a copy') throw fault('KNOWN_ALREADY')
    },
    decided: (_, id, signal) => untilAborted(signal, () => decidedOf(id).promise),
    most: async ({ from, signal }) => {
      await ask(signal)
      return coins(balanceOf(from.address) - fee)
    },
  }
  return {
    chain,
    balanceOf,
    nodeHangs() {
      node = 'hangs'
    },
    nodeFails() {
      node = 'fails'
    },
    nodeRefuses() {
      node = 'refuses'
    },
    nodeRefusesCopy() {
      node = 'refuses a copy'
    },
    decide(id: string, status: 'confirmed' | 'failed') {
      const { to = '', amount = 0n } = payments.get(id) ?? {}
      balances.set(own, balanceOf(own) - fee - (status === 'confirmed' ? amount : 0n))
      if (status === 'confirmed') balances.set(to, balanceOf(to) + amount)
      decidedOf(id).resolve({ status })
    },
    expire: (id: string) => decidedOf(id).resolve({ status: 'failed' }),
  }
}

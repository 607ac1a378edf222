import { ConnectorError } from '@latchkey/kernel/plugin'
import { verifySignature } from './verifySignature.js'
import { readWire, type WireInstruction, type WireTransaction } from './readWire.js'

const memoPrograms: readonly string[] = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]
/** What wallets add to what they sign: a price, and assertions that stop a transaction. Neither can move anything. */
export const guardPrograms: readonly string[] = [
  'ComputeBudget111111111111111111111111111111',
  'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
]

/**
 * Wallets add prices, guards and notes to what they sign. Everything else must be what was asked for: the same payer and
 * the same instructions in the same order. An instruction of any other program may move what the account owns, because it
 * runs with the account's signature.
 *
 * @throws ConnectorError `WALLET_CHANGED_TRANSACTION`
 */
export function checkInstructions(wallet: string, asked: Uint8Array, signed: Uint8Array): void {
  if (isSameWork(readWire(asked), readWire(signed))) return
  throw new ConnectorError(
    `${wallet} answered with another transaction than the one it was given. It was not sent.`,
    { code: 'WALLET_CHANGED_TRANSACTION', parameters: { wallet } },
  )
}

/**
 * Whether both do the same, prices, guards and added notes apart. What others have signed is the same to the byte, and
 * keeps their signatures.
 */
export function isSameWork(asked: WireTransaction, signed: WireTransaction): boolean {
  const given = asked.signatures.map((signature, index) => {
    const isValid = verifySignature(asked.signers[index] as string, asked.message, signature)
    return isValid ? signature : undefined
  })
  if (given.some(Boolean)) {
    const isKept = given.every((one, index) => !one || isSameBytes(one, signed.signatures[index]))
    return isKept && isSameBytes(asked.message, signed.message)
  }
  const [before, after] = [asked, signed].map(({ signers, instructions }) => ({
    payer: signers[0],
    work: instructions.filter(isWork).map(textOf).join('\n'),
    notes: instructions.filter(({ program }) => memoPrograms.includes(program)).map(textOf),
  }))
  return (
    before !== undefined &&
    after !== undefined &&
    before.payer === after.payer &&
    before.work === after.work &&
    // A note that was asked for may say whose money it is.
    before.notes.every((note) => after.notes.includes(note))
  )
}

const isSameBytes = (one: Uint8Array, other: Uint8Array | undefined) =>
  one.length === other?.length && one.every((byte, index) => byte === other[index])

const isWork = ({ program }: WireInstruction) =>
  !guardPrograms.includes(program) && !memoPrograms.includes(program)
const textOf = ({ program, accounts, data }: WireInstruction) => [program, ...accounts, data.join()].join(' ')

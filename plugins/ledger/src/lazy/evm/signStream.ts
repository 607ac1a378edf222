import { answerInvalid } from '../../errors.js'
import type { LedgerApp } from '../openLedger.js'

/** Sends all parts of what is to be signed; the last one waits for the person. */
export async function signStream(
  app: LedgerApp,
  instruction: number,
  chunks: readonly Uint8Array[],
): Promise<Uint8Array> {
  for (const [index, chunk] of chunks.entries()) {
    const isLast = index === chunks.length - 1
    const answer = await app.ask(instruction, chunk, { p1: index === 0 ? 0 : 0x80, isPatient: true })
    if (isLast) return answer
    if (answer.length > 0) throw answerInvalid('the next part of what is signed', `${answer.length} bytes`)
  }
  throw answerInvalid('something to sign', 'nothing')
}

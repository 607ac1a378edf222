import { formatText } from '../message/formatText.js'
import type { MessageProfile } from '../message/MessageProfile.js'
import { parseMessage } from '../message/parseMessage.js'
import { parseText } from '../message/parseText.js'
import type { NamespaceVerifier } from '../server/NamespaceVerifier.js'
import { generateMessage } from './generateMessage.js'
import { createMessage } from '../message/createMessage.js'
import { mutate } from './mutate.js'
import { createRandom } from './random.js'
import type { TestSigner } from './signers.js'
import { unlimitedWork } from './unlimitedWork.js'

export interface FuzzReport {
  readonly texts: number
  /** Texts that still keep the grammar; each prints back as itself. */
  readonly kept: number
  /** Kept texts whose signature was checked in full; every one must be refused. */
  readonly checked: number
  readonly accepted: number
}

/**
 * Feeds a parser mutated and random texts. Fails on a throw, on a kept text that does not print back letter for
 * letter (two texts with one meaning), and on a changed text whose old signature is accepted.
 */
export async function fuzzParser(options: {
  readonly verifier: NamespaceVerifier
  readonly signer: TestSigner
  readonly chainId: string
  readonly count: number
  readonly seed: number
  readonly checkLimit: number
}): Promise<FuzzReport> {
  const { verifier, signer, chainId, count, seed, checkLimit } = options
  const { profile } = verifier
  const random = createRandom(seed)
  let original = ''
  let signature = ''
  let kept = 0
  let checked = 0
  let accepted = 0
  for (let index = 0; index < count; index++) {
    if (index % 1000 === 0) {
      original = createMessage(generateMessage(random, { accountAddress: signer.address, chainId }), profile)
      signature = signer.sign(original)
    }
    const text = mutate(original, random)
    if (text === original || !isKept(text, profile)) continue
    kept++
    if (checked >= checkLimit) continue
    const parsed = parseMessage(text, profile)
    if (!parsed.ok) continue
    checked++
    const bytes = new TextEncoder().encode(text)
    const request = { message: parsed.message, text, bytes, signature, work: unlimitedWork }
    const verdict = await verifier.verifySignature(request)
    if (verdict.ok) accepted++
  }
  return { texts: count, kept, checked, accepted }
}

function isKept(text: string, profile: MessageProfile): boolean {
  const parsed = parseText(text, profile.grammar)
  if (!parsed.ok) return false
  const printed = formatText(parsed.text, profile.grammar)
  // Sign In With Solana has two spellings of "no statement": one empty line or two.
  const spelled = profile.grammar.optionalLines && parsed.text.statement === undefined
  if (printed === text || (spelled && printed === text.replace('\n\n\n', '\n\n'))) return true
  throw new Error(`Read and printed differ: ${JSON.stringify(text)}`)
}

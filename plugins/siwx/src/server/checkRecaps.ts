import { decodeRecap, isRecapUri, type Recap, recapStatement } from '../message/recap.js'
import type { SiwxMessage } from '../message/SiwxMessage.js'
import { type Refusal, refuse } from './Refusal.js'

/**
 * Reads the ReCaps of a message (ERC-5573). Each must be the last of the resources, and the statement must end
 * with the sentences of all of them, numbered as one list or each on its own: what the user read is what was
 * granted. WalletConnect wallets return several.
 */
export function checkRecaps(message: SiwxMessage): { ok: true; recaps: readonly Recap[] } | Refusal {
  const resources = message.resources ?? []
  const first = resources.findIndex(isRecapUri)
  if (first < 0) return { ok: true, recaps: [] }
  const uris = resources.slice(first)
  if (!uris.every(isRecapUri)) return refuse('RECAP_MALFORMED', 'A ReCap must be the last resource.')
  const recaps: Recap[] = []
  for (const uri of uris) {
    try {
      recaps.push(decodeRecap(uri))
    } catch (error) {
      return refuse('RECAP_MALFORMED', error instanceof Error ? error.message : 'The ReCap cannot be read.')
    }
  }
  const statement = message.statement ?? ''
  const sentences = recaps.map(recapStatement).filter((sentence) => sentence !== '')
  if (statement.endsWith(sentences.join(' '))) return { ok: true, recaps }
  return refuse('RECAP_STATEMENT_MISMATCH', 'The statement must end with the sentence of the ReCap.')
}

import { History, type HistoryPage } from '@latchkey/kernel/contracts'
import type { HistoryQuestion } from '../activity.js'
import type { Chains } from '../chains.js'
import type { Source } from '../sources.js'

/** What the chain's own nodes tell of the past, as far as they look. */
export function createDirectActivity(chains: Chains): Source<HistoryQuestion, HistoryPage> {
  return {
    source: 'chain',
    read: async (question) => chains.capability(question.networkId, History)?.read(question),
  }
}

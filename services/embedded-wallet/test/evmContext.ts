import { privateKeyToAccount } from 'viem/accounts'
import type { CallsContext } from '../src/frame/evm/sendCalls.js'
import { createCallRecords } from '../src/frame/evm/sentCalls.js'
import { openStorage } from '../src/frame/frameStorage.js'
import { type EnglishQuestion, inEnglish } from './inEnglish.js'
import { unmarkedWords } from './unmarkedWords.js'

export const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
export const { address } = privateKeyToAccount(key)

/** Answers of the frame without its page: a person who agrees to everything, and what was shown. All of it can be translated. */
export function createEvmContext(given: Partial<CallsContext> = {}) {
  const shown: EnglishQuestion[] = []
  const memory = openStorage(() => {
    throw new Error('Nothing is kept here.')
  })
  const context: CallsContext = {
    screen: {
      ask: async (question) => {
        const unmarked = unmarkedWords(question)
        if (unmarked.length > 0) throw new Error(`No translation reaches ${JSON.stringify(unmarked)}`)
        shown.push(inEnglish(question))
        return ''
      },
    },
    signal: new AbortController().signal,
    appOrigin: 'https://app.example.com',
    chainId: 31337,
    rpcUrl: undefined,
    address,
    key: async () => key,
    records: createCallRecords(memory, 'calls', new Set()),
    ...given,
  }
  return { context, shown }
}

// Reading the list of stuck transactions from the frame: which answers are kept, and when.
import { expect, test } from 'vitest'
import type { EmailAuthState } from '../EmailAuthService.js'
import { createStuckRequests } from './createStuckRequests.js'

const [first, second] = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`] as const
const alice = { email: 'alice@example.com', userName: undefined, loggedInBy: undefined }

function bench() {
  const state = { user: alice } as { -readonly [key in keyof EmailAuthState]: EmailAuthState[key] }
  const login = { networkId: 'eip155:1' }
  const answers: ((answer: unknown) => void)[] = []
  const shown: unknown[] = []
  const requests = createStuckRequests(
    {
      state,
      storage: { read: () => login as never },
      notifications: { showSnackbar: (...given) => void shown.push(given) },
    },
    () => new Promise((resolve) => answers.push(resolve as never)),
    (_, run) => run(new AbortController().signal),
  )
  const answer = (index: number, ...hashes: string[]) =>
    answers[index]?.({ operations: hashes.map((hash) => ({ hash, seconds: 31 })) })
  const hashes = () => state.stuck?.map(({ hash }) => hash)
  return { state, login, answers, shown, answer, hashes, ...requests }
}

test('an answer is kept, and one that comes late after another person, network or look isn’t', async () => {
  const { state, login, answer, hashes, readStuck } = bench()
  const kept = readStuck()
  answer(0, first)
  await kept
  expect(hashes()).toEqual([first])

  const ofAlice = readStuck()
  state.user = { ...alice, email: 'bob@example.com' }
  answer(1, second)
  await ofAlice
  expect(hashes()).toEqual([first])

  const ofMainnet = readStuck()
  login.networkId = 'eip155:10'
  answer(2, second)
  await ofMainnet
  expect(hashes()).toEqual([first])

  const [slow, quick] = [readStuck(), readStuck()]
  answer(4)
  answer(3, second)
  await Promise.all([slow, quick])
  expect(hashes()).toEqual([])
})

test('a transaction that was sped up doesn’t come back with an answer from before', async () => {
  const { state, answers, answer, hashes, readStuck, speedUp } = bench()
  state.stuck = [{ hash: first, seconds: 31 }]
  const asked = readStuck()
  const done = speedUp(first)
  answers[1]?.({ hash: second, outcome: 'replaced' })
  await done
  answer(0, first)
  await asked
  expect(hashes()).toEqual([])
})

test.each([
  ['replaced', 'Sped up. Only one of the two transactions can go through.', 'success'],
  ['done', 'It went through in the meantime. Nothing else was sent.', 'success'],
  ['failed', 'It failed in the meantime. Nothing else was sent.', 'error'],
  ['gone', 'This transaction is no longer waiting. Nothing else was sent.', 'error'],
])('the outcome %s is told', async (outcome, text, variant) => {
  const { answers, shown, speedUp } = bench()
  const done = speedUp(first)
  answers[0]?.({ hash: second, outcome })
  expect(await done).toEqual({ hash: second, outcome })
  expect(shown).toEqual([[expect.objectContaining({ text }), { variant }]])
})

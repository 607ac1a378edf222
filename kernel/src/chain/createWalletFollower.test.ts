import { describe, expect, it, vi } from 'vitest'
import { ConnectorError } from '../errors/connector.js'
import { fakeClock } from '../testing/index.js'
import { createWalletFollower } from './createWalletFollower.js'

const log = { error() {}, warn() {}, info() {}, debug() {} }
const turns = async () => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
}
const coded = (code: string) => new ConnectorError('No.', { code })

/** A wallet whose word is a text; each question waits until the test answers it. */
function follow({ canBeAsked = true } = {}) {
  const clock = fakeClock()
  const questions: { resolve(word?: string): void; reject(error: unknown): void; signal: AbortSignal }[] = []
  const show = vi.fn<(word: string) => void>()
  const end = vi.fn<(reason?: string) => void>()
  const release = vi.fn<() => void>()
  const follower = createWalletFollower<string>({
    name: 'Test',
    clock,
    log,
    ...(canBeAsked && {
      ask: (signal) =>
        new Promise<string | undefined>((resolve, reject) => questions.push({ resolve, reject, signal })),
    }),
    textOf: (word) => word,
    show,
    end,
    release,
  })
  const begin = () => follower.begin(async () => 'first')
  return { clock, questions, show, end, release, follower, begin }
}

describe('a wallet that is followed', () => {
  it('shows each new word once, and nothing before there is a connection', async () => {
    const { follower, begin, show } = follow()
    expect(await begin()).toBe('first')
    expect(show).not.toHaveBeenCalled()
    follower.hear(() => 'first')
    follower.hear(() => 'second')
    follower.hear(() => 'second')
    expect(show.mock.calls).toEqual([['second']])
    expect(follower.word).toBe('second')
  })

  it('drops an answer that a word has overtaken, and asks again after a doubt', async () => {
    const { follower, begin, questions, show, end } = follow()
    await begin()
    follower.hear(() => undefined)
    await turns()
    follower.hear(() => 'newer')
    expect(questions[0]?.signal.aborted).toBe(true)
    questions[0]?.resolve(undefined)
    await turns()
    expect([show.mock.calls, end.mock.calls, questions.length]).toEqual([[['newer']], [], 1])
    follower.hear(() => undefined)
    await turns()
    follower.doubt('keep')
    questions[1]?.resolve('stale')
    await turns()
    expect(follower.word).toBe('newer')
    questions[2]?.resolve('newest')
    await turns()
    expect([follower.word, questions.length]).toEqual(['newest', 3])
  })

  it('asks nothing where a word follows at once, and one question for many events', async () => {
    const { follower, begin, questions } = follow()
    await begin()
    follower.hear(() => undefined)
    follower.hear(() => 'first')
    await turns()
    expect(questions).toHaveLength(0)
    for (let count = 0; count < 100; count += 1) follower.doubt('keep')
    await turns()
    expect(questions).toHaveLength(1)
  })

  it('believes a wallet that tells nothing whenever it is asked, after a few questions', async () => {
    const { follower, begin, questions, end } = follow()
    await begin()
    follower.hear(() => undefined)
    for (let round = 0; round < 10; round += 1) {
      await turns()
      if (!questions[round]) continue
      follower.hear(() => undefined)
      questions[round]?.resolve(undefined)
    }
    await turns()
    expect(end).toHaveBeenCalledOnce()
    expect(questions.length).toBeLessThan(6)
  })

  it.each<[string, (given: ReturnType<typeof follow>) => unknown]>([
    ['throws', ({ questions }) => questions[0]?.reject(new Error('busy'))],
    ['never answers', ({ clock }) => clock.advance(5_000)],
  ])(
    'keeps its word where it can’t say because it %s, and ends after an event that says nothing',
    async (_, fail) => {
      for (const says of ['nothing', 'something', 'rubbish', 'in part']) {
        const given = follow()
        const { follower, begin, end, clock, release } = given
        await begin()
        if (says === 'nothing') follower.hear(() => undefined)
        if (says === 'something') void follower.refresh()
        if (says === 'in part') follower.doubt({ word: 'part' })
        if (says === 'rubbish')
          follower.hear(() => {
            throw new Error('unreadable')
          })
        await turns()
        fail(given)
        await turns()
        expect(end).toHaveBeenCalledTimes(says === 'nothing' ? 1 : 0)
        expect(release).toHaveBeenCalledTimes(says === 'nothing' ? 1 : 0)
        expect(follower.word).toBe(says === 'in part' ? 'part' : 'first')
        expect(clock.pending).toBe(0)
      }
    },
  )

  it('keeps the reason to believe nothing while other events and questions come between', async () => {
    const { follower, begin, questions, end } = follow()
    await begin()
    follower.hear(() => undefined)
    await turns()
    void follower.refresh()
    for (const round of [0, 1]) {
      questions[round]?.reject(new Error('busy'))
      await turns()
    }
    expect(end).toHaveBeenCalledOnce()
  })

  it.each([
    'USER_REJECTED',
    'RPC_UNAUTHORIZED',
    'WALLET_ACCESS_DENIED',
    'WALLET_UNAUTHORIZED',
    'WALLET_ANSWER_INVALID',
  ])('ends where its answer is %s', async (code) => {
    const { follower, begin, questions, end } = follow()
    await begin()
    void follower.refresh()
    await turns()
    questions[0]?.reject(coded(code))
    await turns()
    expect(end).toHaveBeenCalledOnce()
  })

  it('that can’t be asked is believed when it tells nothing, and not when it’s unreadable', async () => {
    const { follower, begin, end } = follow({ canBeAsked: false })
    await begin()
    await follower.refresh()
    follower.hear(() => {
      throw new Error('unreadable')
    })
    await turns()
    expect([follower.word, end.mock.calls]).toEqual(['first', []])
    follower.hear(() => undefined)
    await turns()
    expect(end).toHaveBeenCalledOnce()
  })

  it('is left at once: nothing is shown, asked or waited for after that', async () => {
    const { follower, begin, questions, show, end, release, clock } = follow()
    await begin()
    void follower.refresh()
    await turns()
    follower.stop()
    follower.stop()
    await turns()
    questions[0]?.resolve('late')
    follower.hear(() => 'late')
    follower.take('late')
    await follower.refresh()
    await turns()
    expect([
      show.mock.calls,
      end.mock.calls,
      release.mock.calls.length,
      questions.length,
      clock.pending,
    ]).toEqual([[], [], 1, 1, 0])
  })
})

describe('what a wallet tells while it is first asked', () => {
  it('is asked about, unless it is the same as the answer', async () => {
    const { follower, questions } = follow()
    const same = follower.begin(async () => {
      follower.hear(() => 'first')
      return 'first'
    })
    expect(await same).toBe('first')
    const other = follow()
    const begun = other.follower.begin(async () => {
      other.follower.hear(() => undefined)
      return 'first'
    })
    await turns()
    other.questions[0]?.resolve('second')
    expect(await begun).toBe('second')
    expect(questions).toHaveLength(0)
  })

  it('counts where it never stops telling, and leaves the first answer where it can’t say', async () => {
    const { follower, questions } = follow()
    let count = 0
    const tell = () => {
      count += 1
      follower.hear(() => `told ${count}`)
    }
    const begun = follower.begin(async () => {
      tell()
      return 'first'
    })
    for (let round = 0; round < 10; round += 1) {
      await turns()
      if (!questions[round]) continue
      tell()
      questions[round]?.resolve('answer')
    }
    expect(await begun).toBe(`told ${count}`)
    const other = follow()
    const mute = other.follower.begin(async () => {
      other.follower.hear(() => undefined)
      return 'first'
    })
    await turns()
    other.questions[0]?.reject(new Error('busy'))
    expect(await mute).toBe('first')
  })

  it('is nothing: the wallet is let go', async () => {
    const { follower, release } = follow()
    expect(await follower.begin(async () => undefined)).toBeUndefined()
    expect(release).toHaveBeenCalledOnce()
  })
})

import { describe, expect, it, vi } from 'vitest'
import { route } from '../keys/route.js'
import * as walletCode from './walletCode.js'
import { ModalClosed, ModalOpened } from './modalEvents.js'
import { createNavigation } from './navigation.js'

const loadedCode = { current: walletCode, load: async () => walletCode }

const A = route('A')
const B = route('B')
const C = route<{ id: string }>('C')
const Approve = route('Approve')

function setUp(drawn = ['A', 'B', 'C', 'Approve']) {
  const emitted: unknown[] = []
  const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() }
  const navigation = createNavigation({
    events: { emit: (event, payload) => void emitted.push([event.id, (payload as { view: string }).view]) },
    log,
    code: loadedCode,
  })
  const detach = navigation.attach((name) => drawn.includes(name))
  const names = () => navigation.state.entries.map(({ name }) => name)
  return { navigation, emitted, log, names, detach }
}

describe('moving', () => {
  it('opens, pushes, replaces, goes back and closes, and says so in events', () => {
    const { navigation, emitted, names } = setUp()
    expect(navigation.open(A)).toBe(true)
    expect([navigation.state.open, navigation.state.direction, names()]).toEqual([true, 'none', ['A']])
    navigation.push(B)
    expect([navigation.state.direction, names()]).toEqual(['forward', ['A', 'B']])
    navigation.replace(C, { id: '1' })
    expect(names()).toEqual(['A', 'C'])
    expect(navigation.back()).toBe(true)
    expect([navigation.state.direction, names()]).toEqual(['back', ['A']])
    expect(navigation.back()).toBe(true)
    expect([navigation.state.open, names()]).toEqual([false, []])
    expect(emitted).toEqual([
      [ModalOpened.id, 'A'],
      [ModalClosed.id, 'A'],
    ])
    expect(navigation.back()).toBe(false)
    expect(navigation.close()).toBe(true)
  })

  it('opens on top when the modal is open already', () => {
    const { navigation, emitted, names } = setUp()
    navigation.open(A)
    navigation.open(B)
    expect(names()).toEqual(['A', 'B'])
    expect(emitted).toHaveLength(1)
  })

  it('drops the history on reset', () => {
    const { navigation, names } = setUp()
    navigation.open(A)
    navigation.push(B)
    navigation.reset(C, { id: '1' })
    expect([names(), navigation.state.direction]).toEqual([['C'], 'none'])
  })

  it('ignores a push of the view that is shown, unless its parameters differ', () => {
    const { navigation, names } = setUp()
    navigation.open(A)
    expect(navigation.push(A)).toBe(true)
    expect(names()).toEqual(['A'])
    navigation.push(C, { id: '1' })
    navigation.push(C, { id: '1' })
    expect(names()).toEqual(['A', 'C'])
    navigation.push(C, { id: '2' })
    expect(names()).toEqual(['A', 'C', 'C'])
    const keys = navigation.state.entries.map(({ key }) => key)
    expect(new Set(keys).size).toBe(3)
  })

  it('hands parameters on as they are, live objects included', () => {
    const { navigation } = setUp()
    class Live {
      #secret = 1
      read() {
        return this.#secret
      }
    }
    const params = { id: '1', live: new Live() }
    navigation.open(route<typeof params>('C'), params)
    const given = navigation.state.entries[0]?.params as typeof params
    expect(given).toBe(params)
    expect(given.live.read()).toBe(1)
  })

  it('goes back to the newest entry of a view', () => {
    const { navigation, names } = setUp()
    navigation.open(A)
    navigation.push(B)
    navigation.push(A)
    navigation.push(C, { id: '1' })
    expect(navigation.backTo(A)).toBe(true)
    expect([names(), navigation.state.direction]).toEqual([['A', 'B', 'A'], 'back'])
    expect(navigation.backTo(A)).toBe(true)
    expect(navigation.backTo(C as never)).toBe(false)
    expect(names()).toEqual(['A', 'B', 'A'])
  })

  it('opens nothing that nobody draws, and says so', () => {
    const { navigation, log, detach } = setUp(['A'])
    expect([navigation.open(B), navigation.replace(B), navigation.reset(B)]).toEqual([false, false, false])
    expect(navigation.state.open).toBe(false)
    expect(log.warn).toHaveBeenCalledWith('Nothing draws the view "B", so it was not opened.')
    expect(navigation.draws('A')).toBe(true)
    const detachSecond = navigation.attach((name) => name === 'B')
    expect(navigation.open(B)).toBe(true)
    detachSecond()
    detach()
    expect(navigation.draws('A')).toBe(false)
  })
})

describe('close guards', () => {
  it('refuse closing and going back with a reason, and count refusals', () => {
    const { navigation, names } = setUp()
    const asked: string[] = []
    const remove = navigation.guard((view, action) => {
      asked.push(`${view} ${action}`)
      return 'Sign first'
    })
    navigation.open(A)
    navigation.push(B)
    expect([navigation.back(), navigation.backTo(A), navigation.close()]).toEqual([false, false, false])
    expect(asked).toEqual(['B back', 'B back', 'B close'])
    expect([navigation.state.refusals, navigation.state.refusal]).toEqual([3, 'Sign first'])
    expect(names()).toEqual(['A', 'B'])
    remove()
    expect(navigation.close()).toBe(true)
    expect([navigation.state.refusal, navigation.state.refusals]).toEqual([undefined, 3])
  })

  it('are asked for closing when back would close', () => {
    const { navigation } = setUp()
    navigation.guard((_, action) => (action === 'close' ? 'No' : undefined))
    navigation.open(A)
    expect(navigation.back()).toBe(false)
    navigation.push(B)
    expect(navigation.back()).toBe(true)
  })

  it('are not asked when closing is forced', () => {
    const { navigation } = setUp()
    navigation.guard(() => 'No')
    navigation.open(A)
    expect(navigation.close({ force: true })).toBe(true)
    expect(navigation.state.refusals).toBe(0)
  })

  it('cannot hold a person by throwing', () => {
    const { navigation, log } = setUp()
    navigation.guard(() => {
      throw new Error('fault')
    })
    navigation.open(A)
    expect(navigation.close()).toBe(true)
    expect(log.error).toHaveBeenCalledOnce()
  })
})

describe('approvals', () => {
  function request(navigation: ReturnType<typeof setUp>['navigation'], view?: typeof Approve) {
    const outcomes: unknown[] = []
    const handle = navigation.requestApproval({
      ...(view ? { view } : {}),
      onSuccess: () => void outcomes.push('success'),
      onError: (error) => void outcomes.push(['error', error]),
      onCancel: () => void outcomes.push('cancel'),
    })
    return { ...handle, outcomes }
  }

  it.each([
    ['success', undefined, 'success'],
    ['error', 'reason', ['error', 'reason']],
    ['cancel', undefined, 'cancel'],
  ] as const)('settle with %s once, and go back to the view before', (outcome, error, expected) => {
    const { navigation, names } = setUp()
    navigation.open(A)
    const approval = request(navigation, Approve)
    expect([names(), navigation.hasApprovals]).toEqual([['A', 'Approve'], true])
    approval.settle(outcome, error)
    approval.settle('success')
    expect([names(), navigation.state.direction, navigation.hasApprovals]).toEqual([['A'], 'back', false])
    expect(approval.outcomes).toEqual([expected])
  })

  it('close the modal when their view was its first', () => {
    const { navigation } = setUp()
    const approval = request(navigation, Approve)
    expect(navigation.state.open).toBe(true)
    navigation.settle('success')
    expect(navigation.state.open).toBe(false)
    expect(approval.outcomes).toEqual(['success'])
  })

  it('are settled newest first', () => {
    const { navigation, names } = setUp()
    navigation.open(A)
    const first = request(navigation, Approve)
    const second = request(navigation, Approve)
    expect(names()).toEqual(['A', 'Approve', 'Approve'])
    navigation.settle('success')
    expect([first.outcomes, second.outcomes, names()]).toEqual([[], ['success'], ['A', 'Approve']])
    navigation.settle('cancel')
    navigation.settle('cancel')
    expect([first.outcomes, second.outcomes, names()]).toEqual([['cancel'], ['success'], ['A']])
  })

  it('are cancelled, newest first, when the modal closes', () => {
    const { navigation } = setUp()
    const order: string[] = []
    navigation.open(A)
    navigation.requestApproval({ view: Approve, onCancel: () => void order.push('first') })
    navigation.requestApproval({ onCancel: () => void order.push('second') })
    navigation.close()
    expect(order).toEqual(['second', 'first'])
    expect(navigation.hasApprovals).toBe(false)
  })

  it.each([
    ['back', (n: ReturnType<typeof setUp>['navigation']) => n.back()],
    ['backTo', (n: ReturnType<typeof setUp>['navigation']) => n.backTo(A)],
    ['reset', (n: ReturnType<typeof setUp>['navigation']) => n.reset(B)],
  ])('are cancelled when %s takes their view away', (_, move) => {
    const { navigation } = setUp()
    navigation.open(A)
    const seen = request(navigation, Approve)
    const unseen = request(navigation)
    move(navigation)
    expect([seen.outcomes, unseen.outcomes]).toEqual([['cancel'], []])
  })

  it('go on behind a view that takes the place of theirs', () => {
    const { navigation, names } = setUp()
    navigation.open(A)
    const approval = request(navigation, Approve)
    navigation.replace(B)
    expect(approval.outcomes).toEqual([])
    approval.settle('success')
    expect([approval.outcomes, names()]).toEqual([['success'], ['A']])
  })

  it('take what was pushed on top of them away when they are settled, up to the next approval', () => {
    const { navigation, names } = setUp()
    navigation.open(A)
    const below = request(navigation, Approve)
    navigation.push(B)
    const above = request(navigation, Approve)
    navigation.push(B)
    below.settle('success')
    expect([below.outcomes, above.outcomes, names()]).toEqual([['success'], [], ['A', 'Approve', 'B']])
    above.settle('success')
    expect([above.outcomes, names()]).toEqual([['success'], ['A']])
  })

  it('do not stop each other by throwing', () => {
    const { navigation, log } = setUp()
    const order: string[] = []
    navigation.open(A)
    navigation.requestApproval({ onCancel: () => void order.push('reached') })
    navigation.requestApproval({
      onCancel() {
        throw new Error('fault')
      },
    })
    navigation.close()
    expect(order).toEqual(['reached'])
    expect(log.error).toHaveBeenCalledOnce()
  })

  it('wait without a view where nobody draws theirs', () => {
    const { navigation } = setUp(['A'])
    const approval = request(navigation, Approve)
    expect([navigation.state.open, navigation.hasApprovals]).toEqual([false, true])
    approval.settle('success')
    expect(approval.outcomes).toEqual(['success'])
  })

  it('throw, and load what keeps them, where it has not been loaded yet', () => {
    const load = vi.fn(() => Promise.reject(new Error('offline')))
    const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() }
    const navigation = createNavigation({ events: { emit() {} }, log, code: { current: undefined, load } })
    navigation.attach(() => true)
    expect(() => navigation.requestApproval({ view: Approve })).toThrow(
      expect.objectContaining({ code: 'LOAD_FAILED' }),
    )
    expect(load).toHaveBeenCalledOnce()
    expect([navigation.state.open, navigation.hasApprovals]).toEqual([false, false])
    navigation.settle('success')
    expect(navigation.close()).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import { account, alice } from '../../../test/signInApp.js'
import { createState } from '../createState.js'
import type { SiwxSession } from '../SiwxStorage.js'
import { createAttempts } from './createAttempts.js'
import type { Target } from './Target.js'

const target: Target = {
  id: `eip155:1:${alice}`,
  namespace: 'eip155',
  networkId: 'eip155:1',
  connectionId: 'one',
  account: account(alice),
  wallet: { namespace: 'eip155', connectionId: 'one', address: alice, networkId: 'eip155:1' },
  supported: true,
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve()
}

describe('an attempt that is called off', () => {
  it.each(Array.from({ length: 20 }, (_, turn) => turn))(
    'begins nothing more, %i turns after the wallet answered',
    async (turn) => {
      const begun: string[] = []
      let answer: (session: SiwxSession) => void = () => {}
      const attempts = createAttempts({
        state: createState(false),
        storage: {
          list: () => {
            begun.push('list')
            return []
          },
          add: async () => void begun.push('add'),
          remove: async () => {},
        },
        emit: () => {},
        signIn: () => new Promise((resolve) => (answer = resolve)),
        isSigned: () => true,
        onStart: () => {},
        onSigned: () => begun.push('signed'),
        onFailed: (error) => {
          throw error
        },
      })
      const signing = attempts.run(target)
      await turns(5)
      answer({ accountId: target.id, data: {} as never, message: '', signature: '' })
      await turns(turn)
      attempts.callOff()
      const before = [...begun]
      const signed = await signing
      expect(begun).toEqual(before)
      expect(signed).toBe(begun.includes('signed'))
    },
  )
})

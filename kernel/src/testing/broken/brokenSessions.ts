import { letNodeEnd } from './letNodeEnd.js'
import type { Account } from '../../contracts/points/connector.js'
import { brokenConnector, type BrokenPlugin } from './brokenPlugin.js'
import { connecting, never } from './connect.js'

const restores = 'takes up an earlier session without asking the person'
const moved = 'takes up the account that the wallet has moved to meanwhile'
const stranger = 'asks nobody where the wallet has not let the page in'
const forgotten = 'asks nobody once the wallet has forgotten the page'
const restoreAborts = 'gives up when the signal is aborted, and takes no late answer'
const listens = 'listens to a wallet without asking it, until it is told to stop'
const reports = 'reports a change of account and of network'
const leaves = 'leaves what it answered and reported as it was'
const refreshes = 'reads the wallet again without asking the person'
const ends = 'reports nothing after the connection ended, and ends twice without a fault'
const releases = 'removes what listens, ends nothing at the wallet, and tells nothing more'
const switches = 'switches to the networks that it was connected for, and says so'
const unreachable = 'refuses a network that it can’t reach in a coded error'
const declined = 'says USER_REJECTED when the person declines to switch'
const supports = 'says yes or no to each capability at once'

const second: Account = {
  id: 'example:1:ex1000000ff',
  namespace: 'example',
  address: 'ex1000000ff',
  kind: 'eoa',
}

/** Connectors that restore, report or end wrongly. */
const brokenLives: readonly BrokenPlugin[] = [
  brokenConnector(
    ['prompts when it restores', restores, 'nobody to be asked when a session is taken up'],
    (right) => ({
      ...right,
      restore: right.connect,
    }),
  ),
  brokenConnector(['does not find its session again', restores, 'the session to be taken up'], (right) => ({
    ...right,
    restore: async () => undefined,
  })),
  brokenConnector(
    ['restores another account', restores, 'the accounts of the session, ex100000001, found ex1000000ff'],
    (right) => ({
      ...right,
      async restore(request) {
        const restored = await right.restore?.(request)
        return restored && { ...restored, accounts: [second] }
      },
    }),
  ),
  brokenConnector(['never restores', restores, 'restore() to settle'], (right) => ({
    ...right,
    restore: () => never(),
  })),
  brokenConnector(
    ['restores the account that it was connected with', moved, 'the account that the wallet shares now'],
    (right) => {
      let first: readonly Account[] | undefined
      return {
        ...right,
        async connect(request) {
          const connection = await right.connect(request)
          first ??= connection.accounts
          return connection
        },
        async restore(request) {
          const restored = await right.restore?.(request)
          return restored && { ...restored, accounts: first ?? restored.accounts }
        },
      }
    },
  ),
  brokenConnector(
    ['throws where there is no session', stranger, 'restore() to answer undefined'],
    (right) => ({
      ...right,
      async restore(request) {
        const restored = await right.restore?.(request)
        if (!restored) throw new Error('No session')
        return restored
      },
    }),
  ),
  brokenConnector(
    ['prompts a wallet that never knew the page', stranger, 'nobody to be asked when a session is taken up'],
    (right) => ({
      ...right,
      restore: async (request) => (await right.restore?.(request)) ?? right.connect(request),
    }),
  ),
  brokenConnector(
    [
      'restores what the wallet has forgotten',
      forgotten,
      'restore() to answer undefined where the wallet has forgotten',
    ],
    (right) => {
      let kept: Awaited<ReturnType<typeof right.connect>> | undefined
      return {
        ...right,
        async connect(request) {
          kept = await right.connect(request)
          return kept
        },
        restore: async (request) => (await right.restore?.(request)) ?? kept,
      }
    },
  ),
  brokenConnector(
    ['goes on restoring when it is aborted', restoreAborts, 'restore() whose signal was aborted to settle'],
    (right) => ({
      ...right,
      restore: async (request) => right.restore?.({ ...request, signal: new AbortController().signal }),
    }),
  ),
  brokenConnector(['asks the wallet that it listens to', listens, 'nobody to be asked'], (right, wallet) => ({
    ...right,
    listen: () => wallet.provider.request('connect'),
  })),
  brokenConnector(
    ['never stops listening', listens, 'no listener left at the wallet after listen()'],
    (right, wallet) => ({
      ...right,
      listen: ({ onShared }) => wallet.provider.on('accounts', () => onShared()),
    }),
  ),
]

/** Connections that tell too little, too much, or too long. */
const brokenReports: readonly BrokenPlugin[] = [
  brokenConnector(['reports no change', reports, 'the new accounts to be reported'], (right) => ({
    ...right,
    connect: (request) => right.connect({ ...request, onChange() {} }),
  })),
  brokenConnector(
    ['reports no change of the network', reports, 'the new network to be reported'],
    (right) => ({
      ...right,
      connect: (request) =>
        right.connect({ ...request, onChange: (change) => change.accounts && request.onChange(change) }),
    }),
  ),
  brokenConnector(
    ['reports addresses in the place of accounts', reports, 'a CAIP-10 account of "example"'],
    (right) => ({
      ...right,
      connect: (request) =>
        right.connect({
          ...request,
          onChange: (change) =>
            request.onChange(change.accounts ? { accounts: ['ex100000002'] as never } : change),
        }),
    }),
  ),
  brokenConnector(
    ['reports the network that it left', reports, 'the network that the wallet is on, example:2'],
    (right) => ({
      ...right,
      connect: (request) =>
        right.connect({
          ...request,
          onChange: (change) =>
            request.onChange(change.networks ? { networks: { example: 'example:1' } } : change),
        }),
    }),
  ),
  brokenConnector(
    ['changes the list that it answered', leaves, 'the accounts that connect() answered to stay'],
    (right) => ({
      ...right,
      async connect(request) {
        const accounts: Account[] = []
        const connection = await right.connect({
          ...request,
          onChange(change) {
            accounts.splice(0, accounts.length, ...(change.accounts ?? accounts))
            request.onChange(change)
          },
        })
        accounts.push(...connection.accounts)
        return { ...connection, accounts }
      },
    }),
  ),
  brokenConnector(
    ['prompts when it reads the wallet again', refreshes, 'nobody to be asked by refresh()'],
    (right, wallet) =>
      connecting((connection) => ({
        ...connection,
        refresh: async () => void (await wallet.provider.request('connect')),
      }))(right),
  ),
  brokenConnector(
    ['goes on reporting after the end', ends, 'no report after disconnect()'],
    connecting((connection) => ({ ...connection, disconnect: async () => {} })),
  ),
  brokenConnector(
    ['reports that it ended, a moment after the end', ends, 'no report after disconnect()'],
    connecting((connection, { onChange }) => ({
      ...connection,
      async disconnect() {
        await connection.disconnect()
        setTimeout(() => onChange({ accounts: [] }), 15)
      },
    })),
  ),
  brokenConnector(
    ['forgets a listener at the end', ends, 'no listener left at the wallet after disconnect()'],
    (right, wallet) =>
      connecting((connection) => {
        wallet.provider.on('network', () => {})
        return connection
      })(right),
  ),
  brokenConnector(
    [
      'forgets an interval at the end',
      ends,
      'nothing left on the page after disconnect(), found setInterval',
    ],
    connecting((connection) => {
      letNodeEnd(setInterval(() => {}, 60_000))
      return connection
    }),
  ),
  brokenConnector(
    [
      'forgets a channel at the end',
      ends,
      'nothing left on the page after disconnect(), found a BroadcastChannel',
    ],
    connecting((connection) => {
      const channel: BroadcastChannel & { unref?(): void } = new BroadcastChannel('example')
      channel.unref?.()
      return connection
    }),
  ),
  brokenConnector(['fails the second time it ends', ends, 'disconnect() not to reject'], (right) => {
    let isOver = false
    return connecting((connection) => ({
      ...connection,
      async disconnect() {
        if (isOver) throw new Error('cannot')
        isOver = true
        await connection.disconnect()
      },
    }))(right)
  }),
  brokenConnector(
    ['never ends', ends, 'disconnect() to settle'],
    connecting((connection) => ({ ...connection, disconnect: () => never() })),
  ),
  brokenConnector(
    ['goes on reporting after it was released', releases, 'no report after release()'],
    connecting((connection) => ({ ...connection, release() {} })),
  ),
  brokenConnector(
    ['forgets a listener when it is released', releases, 'no listener left at the wallet after release()'],
    (right, wallet) =>
      connecting((connection) => {
        wallet.provider.on('network', () => {})
        return connection
      })(right),
  ),
]

/** Connections that switch their network wrongly, or don't know what they can do. */
const brokenNetworks: readonly BrokenPlugin[] = [
  brokenConnector(
    ['switches nothing', switches, 'switchNetwork() to report example:2'],
    connecting((connection) => ({ ...connection, switchNetwork: async () => {} })),
  ),
  brokenConnector(
    ['only reports that it switched', switches, 'the wallet to be on example:2'],
    connecting((connection, { onChange }) => ({
      ...connection,
      switchNetwork: async (id) => onChange({ networks: { example: id } }),
    })),
  ),
  brokenConnector(
    ['switches and says nothing', switches, 'switchNetwork() to report example:2'],
    (right, wallet) => ({
      ...right,
      connect: async (request) => {
        const connection = await right.connect({ ...request, onChange() {} })
        return {
          ...connection,
          switchNetwork: async (id) =>
            void (await wallet.provider.request('switchNetwork', Number(id.slice(-1)))),
        }
      },
    }),
  ),
  brokenConnector(
    ['switches to another network', switches, 'found example:1'],
    connecting((connection) => ({
      ...connection,
      switchNetwork: (id) =>
        connection.switchNetwork?.(id === 'example:2' ? 'example:1' : id) ?? Promise.resolve(),
    })),
  ),
  brokenConnector(
    ['never switches', switches, 'switchNetwork() to reach example:2'],
    connecting((connection) => ({ ...connection, switchNetwork: () => never() })),
  ),
  brokenConnector(
    ['refuses a network as text', unreachable, 'one of our errors of switchNetwork(), found no'],
    connecting((connection) => ({
      ...connection,
      switchNetwork: (id) =>
        connection.switchNetwork?.(id).catch(() => Promise.reject('no')) ?? Promise.resolve(),
    })),
  ),
  brokenConnector(
    ['goes to a network that nobody knows without a word', unreachable, 'to report example:nowhere-00'],
    connecting((connection) => ({
      ...connection,
      switchNetwork: (id) =>
        (id.length > 9 ? Promise.resolve() : connection.switchNetwork?.(id)) ?? Promise.resolve(),
    })),
  ),
  brokenConnector(
    ['tells a refused switch as the wallet did', declined, 'one of our errors of switchNetwork()'],
    (right, wallet) =>
      connecting((connection) => ({
        ...connection,
        switchNetwork: async (id) => {
          await wallet.provider.request('switchNetwork', Number(id.slice('example:'.length)))
          await connection.switchNetwork?.(id)
        },
      }))(right),
  ),
  brokenConnector(
    ['swallows a refused switch', declined, 'switchNetwork() that the person declines to reject'],
    connecting((connection) => ({
      ...connection,
      switchNetwork: (id) => connection.switchNetwork?.(id).catch(() => {}) ?? Promise.resolve(),
    })),
  ),
  brokenConnector(
    ['throws when asked what it supports', supports, 'supports() of "latchkey.capability.send/1"'],
    connecting((connection) => ({
      ...connection,
      supports() {
        throw new Error('unknown')
      },
    })),
  ),
  brokenConnector(
    ['promises to say what it supports', supports, 'to return true or false'],
    connecting((connection) => ({ ...connection, supports: () => Promise.resolve(true) as never })),
  ),
]

export const brokenSessions: readonly BrokenPlugin[] = [...brokenLives, ...brokenReports, ...brokenNetworks]

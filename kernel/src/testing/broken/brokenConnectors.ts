import type { Account, ConnectorContribution } from '../../contracts/points/connector.js'
import { exampleRejection } from '../example/createExampleWallet.js'
import { brokenConnector, type BrokenPlugin } from './brokenPlugin.js'
import { connecting, never } from './connect.js'

const facts = 'says its id, name, group and namespaces, and shows a picture that runs nothing'
const readiness = 'says at once whether the wallet is there, and asks nobody'
const gone = 'says that a wallet is missing once it is gone, and connects to none'
const prepares = 'prepares without asking the person, as often as it is told to'
const connects = 'connects with CAIP accounts and networks of the namespace'
const takesTime = 'waits for a person who takes their time'
const rejects = 'says USER_REJECTED when the person declines'
const aborts = 'gives up when the signal is aborted'
const abortedBefore = 'asks nobody when the signal was aborted before'
const late = 'takes no answer that comes after it was given up'
const fails = "says the wallet's own failure in a coded error"
const withAccount = (change: (account: Account) => Partial<Account>) =>
  connecting((connection) => ({
    ...connection,
    accounts: connection.accounts.map((account) => ({ ...account, ...change(account) })),
  }))
const failing = (told: (error: unknown) => unknown) => (right: ConnectorContribution) => ({
  ...right,
  connect: (request: Parameters<ConnectorContribution['connect']>[0]) =>
    right.connect(request).catch((error: unknown) => Promise.reject(told(error))),
})

/** Connectors whose facts, readiness or way to connect is wrong. */
export const brokenConnectors: readonly BrokenPlugin[] = [
  brokenConnector(['has no name', facts, '`name` of the connector as text'], (right) => ({
    ...right,
    name: '',
  })),
  brokenConnector(
    ['shows a script as its picture', facts, 'an `https:` or `data:image/…` picture'],
    (right) => ({
      ...right,
      icon: 'javascript:alert(1)',
    }),
  ),
  brokenConnector(['shows a page as its picture', facts, 'picture, found data:text/html'], (right) => ({
    ...right,
    icon: 'data:text/html,<script>alert(1)</script>',
  })),
  brokenConnector(['loads a picture that never comes', facts, 'icon() to settle'], (right) => ({
    ...right,
    icon: () => never(),
  })),
  brokenConnector(['lists another namespace', facts, '`namespaces` to name "example"'], (right) => ({
    ...right,
    namespaces: ['other'],
  })),
  brokenConnector(
    ['throws when asked whether it is there', readiness, 'readiness() to return "installed"'],
    (right) => ({
      ...right,
      readiness() {
        throw new Error('not now')
      },
    }),
  ),
  brokenConnector(
    ['promises to say whether it is there', readiness, 'readiness() to return "installed"'],
    (right) => ({
      ...right,
      readiness: () => Promise.resolve('installed') as never,
    }),
  ),
  brokenConnector(['says yes in a word of its own', readiness, 'found ready'], (right) => ({
    ...right,
    readiness: () => 'ready' as never,
  })),
  brokenConnector(
    ['asks the person whether it is there', readiness, 'nobody to be asked by readiness()'],
    (right, wallet) => ({
      ...right,
      readiness() {
        void wallet.provider.request('connect')
        return right.readiness()
      },
    }),
  ),
  brokenConnector(
    ['says it is there when it is gone', gone, 'readiness() of a wallet that is gone'],
    (right) => ({
      ...right,
      readiness: () => 'installed',
    }),
  ),
  brokenConnector(
    ['fails with a TypeError when it is gone', gone, 'connect() without a wallet to reject'],
    (right) => ({
      ...right,
      connect: (request) => {
        if (right.readiness() === 'missing') throw new TypeError('undefined is no wallet')
        return right.connect(request)
      },
    }),
  ),
  brokenConnector(
    ['connects while it prepares', prepares, 'nobody to be asked while it prepares'],
    (right, wallet) => ({
      ...right,
      prepare: () => wallet.provider.request('connect'),
    }),
  ),
  brokenConnector(['never gets ready', prepares, 'prepare() to settle'], (right) => ({
    ...right,
    prepare: () => never(),
  })),
  brokenConnector(['never connects', connects, 'connect() to settle'], (right) => ({
    ...right,
    connect: () => never(),
  })),
  brokenConnector(
    ['has no account', connects, 'at least one account'],
    connecting((connection) => ({ ...connection, accounts: [] })),
  ),
  brokenConnector(
    ['answers addresses in the place of accounts', connects, 'a CAIP-10 account of "example"'],
    connecting((connection) => ({ ...connection, accounts: ['ex100000001'] as never })),
  ),
  brokenConnector(
    ['answers an id without a network', connects, 'a CAIP-10 account of "example"'],
    withAccount(({ address }) => ({ id: `example:${address}` as never })),
  ),
  brokenConnector(
    ['answers an id with another address', connects, 'a CAIP-10 account of "example"'],
    withAccount(() => ({ id: 'example:1:ex100000009' as never })),
  ),
  brokenConnector(
    ['answers an account of another namespace', connects, 'a CAIP-10 account of "example"'],
    withAccount(({ address }) => ({ id: `other:1:${address}` as never, namespace: 'other' })),
  ),
  brokenConnector(
    [
      'answers another chain’s address under its own prefix',
      connects,
      'an address of "example" on example:1',
    ],
    withAccount(() => ({ id: 'example:1:0xabc' as never, address: '0xabc' })),
  ),
  brokenConnector(
    ['says no kind of account', connects, 'a `kind` of the account as text'],
    withAccount(() => ({ kind: undefined as never })),
  ),
  brokenConnector(
    ['answers a label that is no text', connects, 'a `label` as text or none'],
    withAccount(() => ({ label: { text: 'mine' } as never })),
  ),
  brokenConnector(
    ['answers an account twice', connects, 'each account once'],
    connecting((connection) => ({
      ...connection,
      accounts: [...connection.accounts, ...connection.accounts],
    })),
  ),
  brokenConnector(
    ['answers a chain number in the place of a network', connects, 'a CAIP-2 id of "example", found 0x1'],
    connecting((connection) => ({ ...connection, networks: { example: '0x1' as never } })),
  ),
  brokenConnector(
    ['approves networks of another namespace', connects, 'found other:1 in `approvedNetworks`'],
    connecting((connection) => ({ ...connection, approvedNetworks: { example: ['other:1'] } })),
  ),
  brokenConnector(
    ['has a key without end', connects, '`key` as a text of at most 200 characters'],
    connecting((connection) => ({ ...connection, key: 'k'.repeat(201) })),
  ),
  brokenConnector(
    ['offers no provider', connects, 'a provider for the namespace'],
    connecting((connection) => ({ ...connection, provider: () => undefined })),
  ),
  brokenConnector(
    ['changes the list of namespaces it was given', connects, 'the request to stay as it was given'],
    (right) => ({
      ...right,
      connect(request) {
        ;(request.namespaces as string[]).push('ghost')
        return right.connect(request)
      },
    }),
  ),
  brokenConnector(
    ['answers before the person has', takesTime, 'connect() to wait for the wallet'],
    (right, wallet) => ({
      ...right,
      async connect(request) {
        // The connector asks, but gives the answer to an earlier question.
        void wallet.provider.request('connect').catch(() => {})
        const connection = await right.restore?.(request)
        return connection ?? (await right.connect(request))
      },
    }),
  ),
  brokenConnector(
    ['tells a refusal in its own words', rejects, 'code USER_REJECTED, found Error'],
    failing(() => new Error('User rejected')),
  ),
  brokenConnector(
    ['tells a refusal as the wallet did', rejects, 'code USER_REJECTED'],
    failing(() => exampleRejection),
  ),
  brokenConnector(
    ['tells a refusal as text', rejects, 'code USER_REJECTED, found no'],
    failing(() => 'no'),
  ),
  brokenConnector(
    ['tells a failure as the wallet did', fails, 'one of our errors'],
    failing(() => ({ code: -32603 })),
  ),
  brokenConnector(
    ['goes on when it is aborted', aborts, 'connect() whose signal was aborted to settle'],
    (right) => ({
      ...right,
      connect: (request) => right.connect({ ...request, signal: new AbortController().signal }),
    }),
  ),
  brokenConnector(
    ['asks although it was aborted', abortedBefore, 'nobody to be asked once the signal is aborted'],
    (right, wallet) => ({
      ...right,
      async connect(request) {
        if (request.signal.aborted) await wallet.provider.request('connect')
        return right.connect(request)
      },
    }),
  ),
  brokenConnector(
    ['listens after it was given up', late, 'no report after an answer that came after'],
    (right, wallet) => ({
      ...right,
      connect(request) {
        wallet.provider.on('accounts', request.onChange as never)
        return right.connect(request)
      },
    }),
  ),
]

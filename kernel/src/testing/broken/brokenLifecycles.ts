import { letNodeEnd } from './letNodeEnd.js'
import { Connector } from '../../contracts/points/connector.js'
import { Feature } from '../../contracts/points/feature.js'
import { definePlugin, type PluginContext, type PluginHandle } from '../../engine/definePlugin.js'
import { version } from '../../engine/version.js'
import { token } from '../../keys/token.js'
import { Session } from '../../wallet/session/sessionState.js'
import { createExampleChain } from '../example/createExampleChain.js'
import { createExampleWallet } from '../example/createExampleWallet.js'
import { exampleConnector } from '../example/exampleConnector.js'
import { exampleNamespace } from '../example/examplePlugin.js'
import { Namespace } from '../../contracts/points/namespace.js'
import { brokenPlugin, type BrokenPlugin } from './brokenPlugin.js'
import { never } from './connect.js'

const lifecycle = 'sets up, starts and disposes cleanly, twice, and leaves nothing behind'
const session = 'connects nobody by itself, and leaves the session as it was'
const features = 'opens each of its features without a fault'
const ids = 'prefixes the ids of what it adds with its own id'
const neighbours = 'works beside a second kernel, and after the first one is disposed'

const kernel = `^${version}`
const setUp = (setup: (context: PluginContext) => PluginHandle | undefined) => () =>
  definePlugin({ id: 'example.chain', kernel, setup })
const starts = (start: (context: PluginContext) => unknown) =>
  setUp((context) => ({ start: async () => void (await start(context)) }))

const withFeature = (open: () => unknown, id = 'example.chain.feature') =>
  setUp((context) => {
    context.add(Feature, { id, label: 'Open', open })
    return undefined
  })

/** Plugins whose life in the kernel is wrong. */
export const brokenLifecycles: readonly BrokenPlugin[] = [
  brokenPlugin(
    ['throws when it is set up', lifecycle, 'to be ready, but it is failed'],
    setUp(() => {
      throw new Error('no')
    }),
  ),
  brokenPlugin(
    ['fails to start', lifecycle, 'to be started, but it is failed'],
    starts(() => Promise.reject(new Error('no'))),
  ),
  brokenPlugin(
    ['never starts', lifecycle, 'kernel.start() to settle'],
    starts(() => never()),
  ),
  brokenPlugin(
    ['never ends', lifecycle, 'kernel.dispose() to settle'],
    starts((context) => context.defer(() => never())),
  ),
  brokenPlugin(
    ['throws while it cleans up', lifecycle, 'no fault that the kernel had to contain'],
    starts((context) =>
      context.defer(() => {
        throw new Error('cannot')
      }),
    ),
  ),
  brokenPlugin(
    ['leaves an interval', lifecycle, 'nothing left on the page, found setInterval'],
    starts(() => {
      letNodeEnd(setInterval(() => {}, 60_000))
    }),
  ),
  brokenPlugin(
    ['leaves a channel', lifecycle, 'nothing left on the page, found a BroadcastChannel'],
    starts(() => {
      const channel: BroadcastChannel & { unref?(): void } = new BroadcastChannel('example')
      channel.unref?.()
    }),
  ),
  brokenPlugin(['is made for another kernel', lifecycle, 'to be ready, but it is failed'], () =>
    definePlugin({ id: 'example.chain', kernel: '^9.0.0', setup: () => undefined }),
  ),
  brokenPlugin(['connects unasked', session, 'the session to stay as it was'], () =>
    definePlugin({
      id: 'example.chain',
      kernel,
      requires: { session: Session },
      setup(context, deps) {
        const chain = createExampleChain()
        const { provider } = createExampleWallet()
        context.add(Namespace, exampleNamespace(chain))
        context.add(
          Connector,
          exampleConnector(() => provider),
        )
        return {
          start: () => void deps.session.connect({ connectorId: 'example.chain.wallet' }).catch(() => {}),
        }
      },
    }),
  ),
  brokenPlugin(
    ['throws when a feature is opened', features, '"example.chain.feature" to open'],
    withFeature(() => {
      throw new Error('no')
    }),
  ),
  brokenPlugin(
    ['never opens a feature', features, 'open() of "example.chain.feature" to settle'],
    withFeature(() => never()),
  ),
  brokenPlugin(
    ['uses ids that are not its own', ids, '"send" of "latchkey.feature" to begin with "example.chain."'],
    withFeature(() => true, 'send'),
  ),
  brokenPlugin(
    ['keeps a service in its module', neighbours, 'must provide "example.shared" exactly once'],
    sharedService(),
  ),
]

const Shared = token<object>('example.shared')

/** Provides its service to the first kernel of the page only. */
function sharedService() {
  let provided = 0
  return () =>
    definePlugin({
      id: 'example.chain',
      kernel,
      provides: [Shared],
      setup(context) {
        provided += 1
        if (provided % 2 === 1) context.provide(Shared, () => ({}))
      },
    })
}

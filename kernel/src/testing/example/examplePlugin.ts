import { definePlugin, type Plugin } from '../../engine/definePlugin.js'
import { Connector, type ConnectorContribution } from '../../contracts/points/connector.js'
import { Namespace, type NamespaceContribution } from '../../contracts/points/namespace.js'
import { version } from '../../engine/version.js'
import { createExampleChain, type ExampleChain } from './createExampleChain.js'
import { createExampleWallet } from './createExampleWallet.js'
import { isExampleAddress, isSameExampleAddress } from './exampleAddress.js'
import { type ExampleCapabilities, exampleCapabilities, listCapabilities } from './exampleCapabilities.js'
import { exampleConnector } from './exampleConnector.js'

/** A namespace as it should be, with every capability of the example. */
export function exampleNamespace(
  chain: ExampleChain = createExampleChain(),
  change: (right: ExampleCapabilities) => Partial<ExampleCapabilities> = (right) => right,
): NamespaceContribution {
  return {
    id: 'example',
    label: 'Example chains',
    networks: [1, 2].map((number) => ({
      id: `example:${number}`,
      namespace: 'example',
      name: `Example ${number}`,
      nativeCurrency: { name: 'Example', symbol: 'EX', decimals: 6 },
      rpcUrls: ['https://node.example'],
      explorer: { name: 'Explorer', url: 'https://explorer.example' },
    })),
    isAddress: isExampleAddress,
    isSameAddress: isSameExampleAddress,
    capabilities: listCapabilities(change(exampleCapabilities(chain))),
  }
}

export interface ExampleParts {
  readonly namespace: NamespaceContribution
  readonly connector: ConnectorContribution
}

/** A plugin as it should be: a chain in memory and a wallet for it. The broken plugins of the kit are variations of it. */
export function examplePlugin(
  change: Partial<Plugin> & { readonly parts?: Partial<ExampleParts> } = {},
): Plugin {
  const { parts, ...rest } = change
  return definePlugin({
    id: 'example.chain',
    kernel: `^${version}`,
    setup(context) {
      const chain = createExampleChain()
      const { provider } = createExampleWallet()
      context.add(Namespace, parts?.namespace ?? exampleNamespace(chain))
      context.add(Connector, parts?.connector ?? exampleConnector(() => provider))
      return {
        start() {
          const timer = setInterval(() => {}, 60_000)
          context.defer(() => clearInterval(timer))
        },
      }
    },
    ...rest,
  })
}

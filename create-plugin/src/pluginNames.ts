import { CreateError } from 'create-latchkey/project'

/** Names of a plugin in its own code, made from the name of its package. */
export interface PluginNames {
  /** Words with small letters, joined: the plugin's function. */
  readonly camel: string
  /** The same with a capital: its types. */
  readonly pascal: string
  /** The name that people read: `My chain`. */
  readonly label: string
  /** The plugin's id, which all that it adds begins with. */
  readonly pluginId: string
}

/** Words that the language keeps for itself. */
const reserved = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield'.split(
    ' ',
  ),
)

/** Names that templates use for something else beside the plugin's function. */
const taken = new Set(
  'act addressOf afterEach all balance beforeEach capabilitySuite connectorSuite core createJsonRpc createKernel createLedger createNode createNodeServer createServer createTestWallet definePlugin describe draw ed25519 eip155 expect explorer fakeStorage findProvider globalThis hexToBytes isAddress isSameAddress localnet mainnet manifest messages namespaceSuite networks other others own pluginSuite publicKeyOf readFileSync routeView send setTimeout settle signMessage startPage stops test testAddresses utf8ToBytes view wallet whole'.split(
    ' ',
  ),
)

/** Files of templates beside the plugin's own, in small letters: not every file system tells capitals apart. */
const files = new Set(
  'address balance conformance explorer findprovider index messages networks next node send signmessage wallet'.split(
    ' ',
  ),
)

/**
 * Makes the names of a plugin's code from its package's: without the scope and what says that it's a plugin.
 *
 * @throws CreateError `CREATE_NAME_INVALID` for a name that makes no name of a function
 */
export function pluginNames(packageName: string): PluginNames {
  const own = packageName.replace(/^@[^/]*\//, '').replace(/^(?:latchkey-plugin-|latchkey-|plugin-)/, '')
  const words = own.split(/[^a-z\d]+/i).filter((word) => word !== '')
  const pascal = words.map(capital).join('')
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1)
  if (!/^[a-z]/.test(camel) || reserved.has(camel)) {
    throw new CreateError(
      'CREATE_NAME_INVALID',
      `"${packageName}" can't name a plugin: its function would be called "${camel}", which the language refuses. Give another name, such as "latchkey-plugin-tally".`,
    )
  }
  if (taken.has(camel) || files.has(camel.toLowerCase())) {
    throw new CreateError(
      'CREATE_NAME_INVALID',
      `"${packageName}" can't name a plugin: its code calls something else "${camel}" already. Give another name, such as "latchkey-plugin-tally".`,
    )
  }
  return {
    camel,
    pascal,
    label: capital(words.join(' ')),
    pluginId: packageName.replace(/^@/, '').replaceAll(/[^\w-]+/g, '.'),
  }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Further names of a chain. */
export interface ChainNames {
  /** Its namespace in CAIP-2. */
  readonly id: string
  readonly symbol: string
}

/**
 * Makes the names of a chain.
 *
 * @throws CreateError `CREATE_NAME_INVALID` for a name that makes no namespace of CAIP-2
 */
export function chainNames({ camel }: PluginNames): ChainNames {
  const id = camel.toLowerCase()
  if (id.length < 3 || id.length > 8) {
    throw new CreateError(
      'CREATE_NAME_INVALID',
      `A chain's namespace has 3 to 8 characters (CAIP-2), and "${id}" has ${id.length}. Give a name that ends in a ${id.length > 8 ? 'shorter' : 'longer'} one, such as "latchkey-plugin-tally".`,
    )
  }
  return { id, symbol: id.slice(0, 3).toUpperCase() }
}

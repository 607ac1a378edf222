import { say, type Sentence, type Text } from '../../words/say.js'
import type { Fact } from '../facts.js'

/** One value of typed data that is signed. */
export interface SignedField {
  /** From the message on: `details.amount`, `offer[0].token`. */
  readonly path: string
  /** The last part of the path, without the index of a list. */
  readonly name: string
  readonly text: Text
}

interface Form {
  /** Members that a structure of this form has. A contract takes them by these names only: they are part of the hash (EIP-712). */
  readonly names: readonly string[]
  readonly told: Sentence
  /** The member that says whom, or where to. */
  readonly whom: string
}

/** Signatures that move what a person owns, or act for them, without another question. */
const forms: readonly Form[] = [
  // ERC-3009, transferWithAuthorization and receiveWithAuthorization
  {
    names: ['from', 'to', 'value', 'validAfter', 'validBefore'],
    told: say`Lets anyone who has this signature send your tokens`,
    whom: 'to',
  },
  // Seaport 1.0 to 1.6, OrderComponents
  {
    names: ['offerer', 'zone', 'conduitKey'],
    told: say`Gives what this order offers to whoever takes it`,
    whom: 'offerer',
  },
  // Safe 1.0.0 to 1.5.0, SafeTx
  {
    names: ['safeTxGas', 'gasToken', 'refundReceiver', 'to'],
    told: say`Approves a transaction of a Safe`,
    whom: 'to',
  },
  // ERC-2771 forwarders: GSN, OpenZeppelin
  {
    names: ['from', 'to', 'gas', 'nonce', 'data'],
    told: say`Lets someone send a call in your name`,
    whom: 'to',
  },
  // Meta-transactions of Polygon's tokens and of markets
  {
    names: ['nonce', 'from', 'functionSignature'],
    told: say`Lets someone send a call in your name`,
    whom: 'from',
  },
  // ERC-4337 of EntryPoint 0.8 on, PackedUserOperation
  {
    names: ['sender', 'nonce', 'callData'],
    told: say`Approves an operation of a smart account`,
    whom: 'sender',
  },
  // ERC-7710 of MetaMask's delegation framework, Delegation
  {
    names: ['delegate', 'delegator', 'authority'],
    told: say`Lets someone act for your account`,
    whom: 'delegate',
  },
]

/** Warnings of what a signature gives away besides allowances. `types` are the names of all structures that are signed. */
export function giveawaysOf(fields: readonly SignedField[], types: readonly string[]): readonly Fact[] {
  const known = structuresOf(fields).flatMap((structure) =>
    forms
      .filter(({ names }) => names.every((name) => structure.has(name)))
      .map(({ told, whom }): Fact => ({ name: told, value: structure.get(whom) ?? '', isWarning: true })),
  )
  if (known.length > 0) return known
  return types.some((type) => /order/i.test(type))
    ? [{ name: say`May offer what you own`, value: say`to whoever takes the order`, isWarning: true }]
    : []
}

/** The values of each structure by their names. */
function structuresOf(fields: readonly SignedField[]): readonly ReadonlyMap<string, Text>[] {
  const structures = new Map<string, Map<string, Text>>()
  for (const { path, name, text } of fields) {
    // A list of values belongs to its structure as a value does.
    const parent = path.replace(/(?:\[\d+\])+$/, '').replace(/\.?[^.]*$/, '')
    const structure = structures.get(parent) ?? new Map<string, Text>()
    if (!structure.has(name)) structure.set(name, text)
    structures.set(parent, structure)
  }
  return [...structures.values()]
}

import { type AbiFunction, type Hex, parseAbiItem, toFunctionSelector } from 'viem'
import * as z from 'zod/mini'
import { invalidParams, readParams } from '../../readParams.js'

/** A person can't read through more. */
const mostMethods = 10
/** Characters of a signature. Reading one takes longer the longer it is. */
const longestSignature = 500
/** The same of a function in an ABI, as JSON: it has names of parameters and components too. */
const longestItem = 5000

const named = z.strictObject({ functionName: z.string() })
const abiFunction = z.object({
  type: z.literal('function'),
  name: z.string(),
  inputs: z.array(z.unknown()),
})

interface NamedMethods {
  readonly abi?: unknown
  /** `{ functionName }`, of the functions of `abi`. */
  readonly functions?: readonly unknown[] | undefined
  /** Signatures, `transfer(address,uint256)`, or selectors. */
  readonly calls?: readonly string[] | undefined
}

/**
 * Selectors of the functions that may be called. Names are the app's, and only selectors are what contracts look at.
 *
 * @throws FrameError -32602 for none, too many, an overloaded name, and conditions that no contract checks
 */
export function readMethods({ abi, functions = [], calls = [] }: NamedMethods): readonly Hex[] {
  const count = calls.length + functions.length
  if (count === 0) throw invalidParams('A permission for calls must name the functions that may be called.')
  if (count > mostMethods) throw invalidParams(`A permission names at most ${mostMethods} functions.`)
  const methods = [...calls.map(readCall), ...functions.map((given) => readFunction(given, abi))]
  return [...new Set(methods)]
}

function readCall(text: string): Hex {
  if (/^0x[0-9a-fA-F]{8}$/.test(text)) return text.toLowerCase() as Hex
  if (text.length > longestSignature)
    throw invalidParams(`The signature of a function has at most ${longestSignature} characters.`)
  try {
    return toFunctionSelector(parseAbiItem(`function ${text}`) as AbiFunction)
  } catch (cause) {
    throw invalidParams(`"${text.slice(0, 80)}" is no signature of a function.`, cause)
  }
}

function readFunction(given: unknown, abi: unknown): Hex {
  const { functionName } = readParams(named, given)
  const items = Array.isArray(abi) ? (abi as unknown[]) : []
  const found = items.filter((item) => {
    const read = z.safeParse(abiFunction, item)
    return read.success && read.data.name === functionName
  })
  const [one] = found
  if (!one || found.length !== 1) {
    throw invalidParams(`The "abi" has not exactly one function "${functionName.slice(0, 80)}".`)
  }
  if (JSON.stringify(one).length > longestItem) {
    throw invalidParams(`The function "${functionName.slice(0, 80)}" of the "abi" is too long to be read.`)
  }
  try {
    return toFunctionSelector(one as AbiFunction)
  } catch (cause) {
    throw invalidParams(`The "abi" of "${functionName.slice(0, 80)}" can’t be read.`, cause)
  }
}

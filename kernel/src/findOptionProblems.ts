import { parseNetworkId } from './contracts/caip.js'
import type { KernelOptions } from './wallet/kernelOptions.js'
import { isText } from './keys/isText.js'

const rules: Readonly<
  Record<keyof KernelOptions, readonly [expected: string, holds: (value: unknown) => boolean]>
> = {
  id: ['text that is not empty', isText],
  app: ['record', isRecord],
  storage: ['storage adapter, such as cookieStorage()', isRecord],
  enableReconnect: ['boolean', (value) => typeof value === 'boolean'],
  defaultNetwork: ['CAIP-2 id such as "eip155:1"', (value) => parseNetworkId(`${value}`) !== undefined],
  logLevel: ['level: silent, error, warn, info or debug', isText],
  onPluginError: ['choice: "contain" or "throw"', (value) => value === 'contain' || value === 'throw'],
  clock: ['clock', isRecord],
}

/** Sentences about options that are not what they must be, or that do not exist. */
export function findOptionProblems(options: KernelOptions): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (!Object.hasOwn(rules, name)) {
      return `There is no option "${name}". There are: ${Object.keys(rules).join(', ')}.`
    }
    const [expected, holds] = rules[name as keyof KernelOptions]
    if (value === undefined || holds(value)) return []
    return `The option "${name}" must be a ${expected}; received ${JSON.stringify(value)}.`
  })
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

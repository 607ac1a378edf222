import { say } from '#sentences'
import { parseNetworkId } from './contracts/caip.js'
import { isRecord } from './keys/isRecord.js'
import { isText } from './keys/isText.js'
import type { KernelOptions } from './wallet/kernelOptions.js'

const rules: Readonly<Record<keyof KernelOptions, (value: unknown) => boolean>> = {
  id: isText,
  app: isRecord,
  storage: isRecord,
  enableReconnect: (value) => typeof value === 'boolean',
  defaultNetwork: (value) => parseNetworkId(`${value}`) !== undefined,
  logLevel: isText,
  onPluginError: (value) => value === 'contain' || value === 'throw',
  clock: isRecord,
}

/** Sentences about options that are not what they must be, or that do not exist. */
export function findOptionProblems(options: KernelOptions): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (!Object.hasOwn(rules, name)) return say('noOption', name, Object.keys(rules))
    return value === undefined || rules[name as keyof KernelOptions](value) ? [] : say('option', name, value)
  })
}

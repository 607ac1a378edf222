import type { NetworkId } from '../../contracts/caip.js'

/** An address of the example chain: `ex1` and eight hex digits, whatever their case. */
export const isExampleAddress = (value: string): boolean => /^ex1[0-9a-f]{8}$/i.test(value)

export const isSameExampleAddress = (left: string, right: string): boolean =>
  isExampleAddress(left) && left.toLowerCase() === right.toLowerCase()

export const exampleAddresses = {
  own: 'ex100000001',
  second: 'ex100000002',
  receiver: 'ex1000000aa',
  token: 'ex1000000cc',
  noToken: 'ex1000000dd',
  collection: 'ex1000000ee',
} as const

export const exampleNetworks: readonly NetworkId[] = ['example:1', 'example:2']

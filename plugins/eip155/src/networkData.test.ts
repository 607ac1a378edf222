import * as chains from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { dataOf, names } from '../scripts/generateNetworks.js'
import * as networkData from './networkData.js'
import { readNetworks } from './networks.js'
import { completeChain } from './sdk/completeChain.js'

describe('the networks as data', () => {
  it('are those the script lists', () => {
    expect(Object.keys(networkData).sort()).toEqual([...names].sort())
  })

  it.each(names)('%s says what the chain of viem says', (name) => {
    expect(networkData[name]).toEqual(dataOf(chains[name]))
  })

  it('can be listed, all of them at once', () => {
    expect(readNetworks(Object.values(networkData)).size).toBe(names.length)
  })

  it.each(names)(
    '%s reads blocks and transactions as the chain of viem does, once completed',
    async (name) => {
      const complete = await completeChain(networkData[name])
      // Rollups of the OP stack that viem doesn't know as such yet read as every other of them does.
      const moved = ['mantle', 'ronin'].includes(name)
      const wanted = (moved ? { ...chains.mode, ...dataOf(chains[name]) } : chains[name]) as chains.Chain
      expect(complete.formatters).toBe(wanted.formatters)
      expect(complete.serializers).toBe(wanted.serializers)
      expect(complete.fees).toBe(wanted.fees)
      expect(complete.contracts).toMatchObject(dataOf(wanted).contracts ?? {})
      const oracle = moved
        ? chains.mode.contracts.gasPriceOracle
        : dataOf(wanted).contracts?.['gasPriceOracle']
      expect(complete.contracts?.['gasPriceOracle']).toEqual(oracle ?? wanted.contracts?.['gasPriceOracle'])
    },
  )
})

it('leaves the chain of a host that brings its own formatters as it is', async () => {
  expect(await completeChain(chains.base)).toBe(chains.base)
})

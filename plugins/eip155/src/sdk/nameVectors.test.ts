import { bytesToHex, toCoinType } from 'viem'
import { namehash, packetToBytes } from 'viem/ens'
import { describe, expect, it } from 'vitest'
import coinTypes from '../../vectors/ens/ensip11_viem.json' with { type: 'json' }
import reverse from '../../vectors/ens/ensip19_spec.json' with { type: 'json' }
import ethers from '../../vectors/ens/namehash_ethers.json' with { type: 'json' }
import hashes from '../../vectors/ens/namehash_viem.json' with { type: 'json' }
import packets from '../../vectors/ens/packet_viem.json' with { type: 'json' }
import { normalizeName } from './normalizeName.js'

/** Names reach the resolver as we normalise them and as viem writes them: both together must give what is published. */
describe('ENS names', () => {
  it.each(ethers.cases)('ethers: $name', ({ ensName, namehash: wanted, error }: any) => {
    const normal = normalizeName(ensName)
    expect(normal === undefined ? undefined : namehash(normal)).toBe(error === undefined ? wanted : undefined)
  })

  it.each(hashes.cases)('namehash of $args', ({ args, expect: wanted }: any) => {
    expect(namehash(args[0])).toBe(wanted)
  })

  it.each(packets.cases)('DNS packet of $args', ({ args, expect: wanted }: any) => {
    expect(bytesToHex(packetToBytes(args[0]))).toBe(wanted)
  })

  it.each(coinTypes.cases)('coin type of chain $args (ENSIP-11)', ({ args, expect: wanted }: any) => {
    expect(toCoinType(args[0])).toBe(BigInt(wanted.bigint))
  })

  it.each(reverse.cases)('$id (ENSIP-19)', ({ coinType, chain, address, reverseName }: any) => {
    const own = coinType === 60 ? 1 : coinType % 2 ** 31
    const isChain = chain === undefined ? coinType < 2 ** 32 : chain !== 0
    expect(toCoinType(own) === BigInt(coinType)).toBe(isChain)
    if (chain) expect(own).toBe(chain)
    if (reverseName === undefined) return
    const label = coinType === 60 ? 'addr' : toCoinType(own).toString(16)
    expect(`${address.slice(2).toLowerCase()}.${label}.reverse`).toBe(reverseName)
  })
})

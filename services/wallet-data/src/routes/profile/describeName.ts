import { getAddress, isAddress } from 'viem'
import type { RegisteredName } from '../../store/names.js'

/** A registered name in the form of the contract. */
export function describeName({ name, attributes, registeredAt, updatedAt, addresses }: RegisteredName) {
  return {
    name,
    registered_at: new Date(registeredAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString(),
    addresses: Object.fromEntries(
      addresses.map(({ coinType, address, createdAt }) => [
        String(coinType),
        {
          address: isAddress(address, { strict: false }) ? getAddress(address) : address,
          created_at: new Date(createdAt).toISOString(),
        },
      ]),
    ),
    ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
  }
}

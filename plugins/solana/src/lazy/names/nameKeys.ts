import { sha256 } from '@noble/hashes/sha2.js'
import { PublicKey } from '#web3'

/** SPL Name Service, and the programs beside it, on mainnet. */
export const nameProgram = 'namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX'
export const tokenizerProgram = 'nftD3vbNkNqfj2Sd3HZwbpw4BxxKWr4AjGb9X38JeZk'
export const favouritesProgram = '85iDfUvr3HJyLM2zcq5BXSiDvUWfw6cSE1FfNBo8Ap29'
/** Solana Record Service, which takes over the names that end in `.sol`. */
export const recordProgram = 'srsWjm76StJucL7atFyPSdXFaVLNPFqEt1uFEDPrZsn'

/** The registry of the top. */
export const rootRegistry = '58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx'
/** Class of the accounts that say the name of a registry. */
export const reverseClass = '33m47vH6Eav6jr5Ry86XjhRft2jRBLDnDgPSHoquXi2Z'
/** Class of records of the second version: the central state of the program for records. */
export const recordClass = '2pMnqHvei2N5oDcVGCRdZx48gqti199wr5CsyTTafsbo'
/** Class of `.sol` in the Solana Record Service. */
export const solClass = 'AjheAtCgSwEcEYd6xi6thcQW25ELWd7wKCx6SKBGUtMQ'

const none = new Uint8Array(32)
const utf8 = (text: string) => new TextEncoder().encode(text)
const bytes = (key: string) => new PublicKey(key).toBytes()

function derive(program: string, ...seeds: Uint8Array[]): string {
  return PublicKey.findProgramAddressSync(seeds, new PublicKey(program))[0].toBase58()
}

function registryKey(text: string, { parent, kind }: { parent?: string; kind?: string }): string {
  const hash = sha256(utf8(`SPL Name Service${text}`))
  return derive(nameProgram, hash, kind ? bytes(kind) : none, parent ? bytes(parent) : none)
}

/** Where the registry of a name without its ending is: `name` or `sub.name`. */
export function domainKey(labels: readonly string[]): string {
  const [first = '', second] = labels
  if (second === undefined) return registryKey(first, { parent: rootRegistry })
  return registryKey(`\0${first}`, { parent: domainKey([second]) })
}

/** Where a name's record `SOL` is, in the first version: signed by the owner. */
export const recordV1Key = (domain: string) => registryKey('\x01SOL', { parent: domain })

/** Where a name's record `SOL` is, in the second version: with proof that it is not stale. */
export const recordV2Key = (domain: string) => registryKey('\x02SOL', { parent: domain, kind: recordClass })

/** Where the name of a registry is said. `parent` is given for a name below another one. */
export const reverseKey = (domain: string, parent?: string) =>
  registryKey(domain, { kind: reverseClass, ...(parent === undefined ? {} : { parent }) })

/** Where an account says which of its names it goes by. */
export const favouriteKey = (owner: string) =>
  derive(favouritesProgram, utf8('favourite_domain'), bytes(owner))

/** What says whether a name is held as an NFT. */
export const tokenRecordKey = (domain: string) => derive(tokenizerProgram, utf8('nft_record'), bytes(domain))

/** The NFT that holds a name. */
export const nameMint = (domain: string) => derive(tokenizerProgram, utf8('tokenized_name'), bytes(domain))

/** Where the Solana Record Service keeps a name that ends in `.sol`, given without its ending. */
export const solRecordKey = (name: string) =>
  derive(recordProgram, utf8('record'), bytes(solClass), sha256(utf8(`SRS${name}`)))

/** The NFT that holds such a record. */
export const solRecordMint = (record: string) => derive(recordProgram, utf8('mint'), bytes(record))

/** Whether a person can hold the key of an address; a program's own has none. */
export const isPersonal = (address: string) => PublicKey.isOnCurve(bytes(address))

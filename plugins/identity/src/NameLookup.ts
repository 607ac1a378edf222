import type { FoundName } from '@latchkey/kernel/contracts'
import { type NetworkId, token } from '@latchkey/kernel/plugin'

/** A name that was found to be safe to show. */
export interface CheckedName {
  /** In normal form (ENSIP-15). */
  readonly name: string
  /** As it is written for people: emoji in colour. */
  readonly displayName: string
  /** Letters outside of a to z, which may look like others. */
  readonly caution?: 'unusualLetters'
}

export interface ResolvedName extends CheckedName {
  /** What the name stands for on the network, now. */
  readonly address: string
  /** Who answered: show it to people who pay. Absent when the source of names does not say. */
  readonly source?: FoundName['source']
  /** Host of the service that answered: `data.example`. */
  readonly host?: string
}

export interface NameLookupService {
  /** Whether anybody knows names on the network. */
  supports(networkId: NetworkId): boolean
  /** The name in normal form, or `undefined` when it is no name, or mixes letters to look like another one. */
  check(name: string): Promise<CheckedName | undefined>
  /**
   * The address of a name, looked up each time, because money may go there. `undefined` when it is no name or stands
   * for nothing.
   * @throws BaseError when no source answers.
   */
  resolve(request: {
    networkId: NetworkId
    name: string
    signal?: AbortSignal
  }): Promise<ResolvedName | undefined>
}

export const NameLookup = token<NameLookupService>('latchkey.identity.nameLookup')

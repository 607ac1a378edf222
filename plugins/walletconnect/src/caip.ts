export interface CaipAccount {
  /** CAIP-10, such as `eip155:1:0xab…`. */
  readonly id: string
  /** CAIP-2, such as `eip155:1`. */
  readonly networkId: string
  readonly namespace: string
  readonly address: string
}

const chain = /^([-a-z0-9]{3,8}):[-_a-zA-Z0-9]{1,32}$/
const account = /^(([-a-z0-9]{3,8}):[-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/

/** CAIP-2, section "Syntax": whether the text is a namespace alone, such as `eip155`. */
export function isNamespaceId(text: string): boolean {
  return /^[-a-z0-9]{3,8}$/.test(text)
}

/** The namespace of a CAIP-2 id, `undefined` when it is none. */
export function namespaceOfChain(text: string): string | undefined {
  return chain.exec(text)?.[1]
}

/** CAIP-10, section "Syntax". `undefined` when the text is no account id. */
export function parseAccountId(text: string): CaipAccount | undefined {
  const [id, networkId, namespace, address] = account.exec(text) ?? []
  return id && networkId && namespace && address ? { id, networkId, namespace, address } : undefined
}

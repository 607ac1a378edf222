import type { Plugin, Route, Token } from '@latchkey/kernel/plugin'

interface StampService {
  readonly state: { readonly signature: string | undefined }
  stamp(text: string): Promise<void>
}

export declare const Stamps: Token<StampService>
export declare const StampRoute: Route<undefined>
export declare function stamps(): Plugin

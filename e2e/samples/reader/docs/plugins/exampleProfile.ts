import type { MessageProfile } from '@latchkey/plugin-siwx'

export declare const exampleProfile: MessageProfile

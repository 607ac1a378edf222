import { describe, expect, it } from 'vitest'
import { findBorderViolations, importsOf } from './borders.js'

describe('importsOf', () => {
  it('tells value, type and dynamic imports apart', () => {
    const source =
      "import type { A } from 'a'\nimport { b } from 'b'\nexport { c } from 'c'\nconst d = () => import('d')\nimport 'e'"
    expect(importsOf(source)).toEqual([
      { from: 'a', kind: 'type' },
      { from: 'b', kind: 'value' },
      { from: 'c', kind: 'value' },
      { from: 'e', kind: 'value' },
      { from: 'd', kind: 'dynamic' },
    ])
  })

  it('reads imports that span lines', () => {
    expect(importsOf("import {\n  a,\n  b,\n} from 'viem'")).toEqual([{ from: 'viem', kind: 'value' }])
  })
})

describe('findBorderViolations', () => {
  const refused: readonly (readonly [string, string])[] = [
    ['kernel/src/a.ts', "import { useState } from 'react'"],
    ['kernel/src/keys/a.ts', "import type { NamespaceId } from '../contracts/caip.js'"],
    ['kernel/src/platform/a.ts', "import { x } from '../contracts/caip.js'"],
    ['kernel/src/contracts/a.ts', "import { x } from '../platform/lazy.js'"],
    ['kernel/src/contracts/points/a.ts', "import { x } from '../../engine/events.js'"],
    ['kernel/src/engine/a.ts', "import { Namespace } from '../contracts/points/namespace.js'"],
    ['kernel/src/engine/a.ts', "import { x } from '../errors/chain.js'"],
    ['kernel/src/engine/a.ts', "import type { KernelOptions } from '../kernelOptions.js'"],
    ['kernel/src/errors/a.ts', "import { x } from '../contracts/caip.js'"],
    ['kernel/src/wallet/session/a.ts', "import { createKernel } from '../../createKernel.js'"],
    ['kernel/src/a.ts', "import { http } from 'viem'"],
    ['kernel/src/a.ts', "import { container } from 'tsyringe'"],
    ['kernel/src/a.ts', "import { proxy } from 'valtio'"],
    ['plugins/send/src/react/a.tsx', "import { useSnapshot } from 'valtio/react'"],
    ['kernel/src/a.ts', "import { x } from '@latchkey/ui-react'"],
    ['ui-react/src/a.tsx', "import { eip155 } from '@latchkey/plugin-eip155'"],
    ['plugins/eip155/src/a.ts', "import { http } from 'viem'"],
    ['plugins/eip155/src/a.ts', "import React from 'react'"],
    ['plugins/send/src/a.ts', "import { x } from '@latchkey/plugin-eip155/internal'"],
    ['plugins/send/src/a.ts', "import { startEvm } from '@latchkey/devstack'"],
    ['plugins/siwx/src/server/a.ts', "import { token } from '@latchkey/kernel/plugin'"],
    ['plugins/send/src/a.ts', "import { z } from 'zod'"],
  ]
  it.each(refused)('refuses in %s: %s', (path, source) => {
    expect(findBorderViolations(path, source)).toHaveLength(1)
  })

  const allowed: readonly (readonly [string, string])[] = [
    ['kernel/src/engine/services.ts', "import { container } from 'tsyringe'"],
    ['kernel/src/engine/a.ts', "import { x } from '../errors/kernel.js'"],
    ['kernel/src/engine/a.ts', "import { x } from '../keys/token.js'"],
    ['kernel/src/wallet/session/a.ts', "import { x } from '../../engine/events.js'"],
    ['kernel/src/wallet/session/a.ts', "import { x } from './b.js'"],
    ['kernel/src/createKernel.ts', "import { x } from './engine/createEngine.js'"],
    ['kernel/src/a.ts', "import { proxy } from 'valtio/vanilla'"],
    ['plugins/eip155/src/a.ts', "import type { Chain } from 'viem'"],
    ['plugins/eip155/src/a.ts', "const viem = lazy('viem', () => import('viem'))"],
    ['plugins/eip155/src/lazy/client.ts', "import { http } from 'viem'"],
    ['plugins/siwx/src/react/View.tsx', "import { useState } from 'react'"],
    ['plugins/send/src/a.ts', "import { Eip155Provider } from '@latchkey/plugin-eip155'"],
    ['plugins/send/src/a.ts', "import * as z from 'zod/mini'"],
  ]
  it.each(allowed)('allows in %s: %s', (path, source) => {
    expect(findBorderViolations(path, source)).toEqual([])
  })
})

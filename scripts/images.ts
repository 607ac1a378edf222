// `npm run images`: builds the images of the services from their Dockerfiles and the packed packages, and runs them as their
// users do. Needs `npm run build`, docker, podman or buildah on Linux, PostgreSQL and anvil, and the ports that the images
// name. `-- --debian` makes the image they start from with debootstrap, as root, where no registry of images can be reached;
// `-- wallet-data` takes one service.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildBase } from './images/buildBase.js'
import { type Container, type ContainerTool, findContainerTool } from './images/containerTool.js'
import { packServices } from './images/packServices.js'
import { runProgram } from './images/runProgram.js'
import type { ServedImage } from './images/serve.js'
import { startPackageRegistry } from './startPackageRegistry.js'
import { tryEmbeddedWallet } from './images/tryEmbeddedWallet.js'
import { tryWalletData } from './images/tryWalletData.js'
import { type ImagedService, imagedServices, readServiceImage } from './serviceImages.js'
import { takeWords } from './takeWords.js'
import { root } from './workspace.js'

const attempts: Readonly<Record<ImagedService, (container: Container, image: ServedImage) => Promise<void>>> =
  { 'embedded-wallet': tryEmbeddedWallet, 'wallet-data': tryWalletData }

const { words: wanted, options } = takeWords({ words: imagedServices, options: ['--debian'] })
const isFromDebian = options.has('--debian')
const folder = mkdtempSync(join(tmpdir(), 'latchkey-images-'))
try {
  const tool = await findContainerTool()
  console.log(`Building with ${tool.name}.`)
  const archives = join(folder, 'archives')
  mkdirSync(archives)
  const names = imagedServices.map((service) => `@latchkey/service-${service}`)
  const upstream = await runProgram('npm', ['config', 'get', 'registry'])
  const registry = await startPackageRegistry(packServices(names, archives), upstream)
  try {
    for (const service of wanted.length > 0 ? wanted : imagedServices)
      await tryImage(tool, service, registry.url)
  } finally {
    registry.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function tryImage(tool: ContainerTool, service: ImagedService, registry: string): Promise<void> {
  const { instructions, environment, healthCheck } = readServiceImage(service)
  const named = instructions.find(({ name }) => name === 'FROM')?.value ?? ''
  const url = `http://127.0.0.1:${environment['LATCHKEY_PORT']}`
  const tag = `localhost/latchkey-${service}`
  const base = { named, tag: `localhost/latchkey-base-${service}` }
  const own = join(folder, service)
  mkdirSync(own)
  await buildBase({ tool, ...base, registry, folder: own, isFromDebian })
  try {
    await tool.build(join(root, 'services', service), tag, base)
    await tryContainer(await tool.create(tag), service, { url, healthCheck })
    await tool.removeImage(tag)
  } finally {
    await tool.removeImage(base.tag)
  }
}

async function tryContainer(container: Container, service: ImagedService, image: ServedImage): Promise<void> {
  try {
    const user = await container.run(['id', '-u'])
    if (user === '0') throw new Error(`The image of ${service} runs as root.`)
    await attempts[service](container, image)
  } finally {
    await container.remove()
  }
}

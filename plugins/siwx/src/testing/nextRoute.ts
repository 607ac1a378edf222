import { nextHandlers } from '../server/handlers/nextHandlers.js'
import worker from './edgeWorker.js'

export const { GET, POST } = nextHandlers({ handle: worker.fetch })

export { inDevelopment } from '#sentences'

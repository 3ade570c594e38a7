/**
 * Publishes to an S3 address with the keys of the environment, until whoever started it kills it:
 * `node publish-until-killed.ts PROFILE ENDPOINT BUCKET PREFIX`.
 */

import { createRouterClient } from '@orpc/server'
import { openCore } from '#core/core.ts'
import { lastStep } from '../core/storage/steps.ts'

const [profile = '', endpoint = '', bucket = '', prefix = ''] = process.argv.slice(2)
const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = process.env

const core = openCore({ profile, version: '0.0.0-test' })
core.s3Credentials.holdEntered({ workspace: 'sample', origin: endpoint, accessKeyId, secretAccessKey })
const api = createRouterClient(core.router)
await lastStep(api.storage.publish({ s3: { endpoint, region: 'eu-central-1', bucket, prefix } }))
process.stdout.write('published')
await core.close()

import { expect, test } from 'vitest'
import { amazonS3Endpoint } from '#contract/s3-address-rules.ts'

test.each([
  ['eu-central-1', 'https://s3.eu-central-1.amazonaws.com'],
  ['us-gov-west-1', 'https://s3.us-gov-west-1.amazonaws.com'],
  ['cn-north-1', 'https://s3.cn-north-1.amazonaws.com.cn'],
  ['eusc-de-east-1', 'https://s3.eusc-de-east-1.amazonaws.eu'],
])('an endpoint that is left empty is that of Amazon S3 in the region %s', (region, endpoint) => {
  expect(amazonS3Endpoint(region)).toBe(endpoint)
})

import { beforeEach, describe, expect, test } from 'vitest'
import { SampleSupervisor } from '#main/sample-supervisor.ts'
import { StandInTime } from './stand-in-time.ts'

interface Service {
  readonly port: number
  print(line: string): void
  end(): void
  killed: boolean
}

let services: Service[]
let time: StandInTime
let keeper: SampleSupervisor

beforeEach(() => {
  services = []
  time = new StandInTime()
  keeper = new SampleSupervisor({
    time,
    fork: (port) => {
      const lines: ((line: string) => void)[] = []
      const exits: ((code: number) => void)[] = []
      const service: Service = {
        port,
        killed: false,
        print: (line) => lines.forEach((hear) => hear(line)),
        end: () => exits.forEach((hear) => hear(1)),
      }
      services.push(service)
      return {
        onLine: (hear) => void lines.push(hear),
        onExit: (hear) => void exits.push(hear),
        kill: () => void (service.killed = true),
      }
    },
  })
})

describe('the sample service', () => {
  test('is found where it says that it listens', async () => {
    keeper.start()
    services[0]!.print('starting')
    services[0]!.print('{"listening": "http://127.0.0.1:43210"}')
    expect([await keeper.address(), services[0]!.port]).toEqual(['http://127.0.0.1:43210', 0])
  })

  test.each([
    '{"listening": "http://0.0.0.0:80"}',
    '{"listening": "https://evil.example"}',
    '{"listening": 5}',
    '{}',
    '{',
  ])('is not believed when it prints %s', async (line) => {
    keeper.start()
    services[0]!.print(line)
    time.pass(8_000)
    expect(await keeper.address()).toBeNull()
  })

  test('that does not come up keeps nobody waiting', async () => {
    keeper.start()
    time.pass(8_000)
    expect(await keeper.address()).toBeNull()
  })

  test('that died comes back at the address the core knows', async () => {
    keeper.start()
    services[0]!.print('{"listening": "http://127.0.0.1:43210"}')
    await keeper.address()
    services[0]!.end()
    time.pass(250)
    expect(services.map(({ port }) => port)).toEqual([0, 43210])
  })

  test('that dies again and again is left alone', async () => {
    keeper.start()
    for (let death = 0; death < 9; death += 1) {
      services.at(-1)!.end()
      time.pass(10_000)
    }
    expect([services.length, await keeper.address()]).toEqual([5, null])
  })

  test('ends with the program', () => {
    keeper.start()
    keeper.close()
    services[0]!.end()
    time.pass(60_000)
    expect([services.length, services[0]!.killed]).toEqual([1, true])
  })
})

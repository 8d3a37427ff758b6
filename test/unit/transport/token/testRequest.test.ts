import { testRequest } from '../../../../nodes/LearningPlatform/transport/token/testRequest';

const lines = (testRequest.rules ?? []).map(({ properties }) => properties.message);

it('a credential test advises nothing that only a node has', () => {
	expect(lines.length).toBeGreaterThan(15);
	for (const line of lines) expect(line).not.toMatch(/Filters|Options|Max Retries|the node/);
});

it('a credential test says what happened and what to do, in whole sentences', () => {
	for (const line of lines) expect(line).toMatch(/^[A-Z][^.]+\. [A-Z].+[.]$/);
});

import { noteActivation, startOfProcess } from '../../../nodes/LearningPlatform/instant/memory';
import type { Subscriber } from '../../../nodes/LearningPlatform/instant/requests';

it('the startup range includes the end of startup, no matter how slowly the service responds', () => {
	const context = { getWorkflow: () => ({ id: '1' }), getNode: () => ({ name: 'Node' }) };
	const subscriber = { context, eventType: 'user.created', url: 'https://n8n.example/hook' };
	const clock = jest.spyOn(performance, 'now').mockReturnValue(20_000);
	const endedAt = Date.UTC(2026, 0, 31, 8);
	noteActivation(subscriber as unknown as Subscriber, 'init');
	// The service sets the time immediately, but its response takes half a minute.
	const askedAt = 20_000;
	clock.mockReturnValue(50_000);
	const { from, to } = startOfProcess(endedAt, askedAt);
	expect(to).toBeGreaterThan(endedAt);
	expect(from).toBeLessThanOrEqual(endedAt - 20_000);
	clock.mockRestore();
});

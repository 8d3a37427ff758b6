// Generated from test/contract/service.json by `npm run contract`.
import type { CatalogFilter } from './catalogList';

/** The scope and the filters of each list, by path. */
export const listFacts: Readonly<
	Record<string, { scope: string; filters: Readonly<Record<string, Partial<CatalogFilter>>> }>
> = {
	"certificate-outlines": {
		"scope": "certificateOutlines:read",
		"filters": {
			"createdAt": {"valueType": "date", "operators": ["gte", "lt"]},
			"groupId": {"valueType": "id", "operators": ["eq", "in", "ne", "nin"]}
		}
	},
	"classrooms": {
		"scope": "classrooms:read",
		"filters": {
			"groupId": {"valueType": "id", "operators": ["eq", "in", "ne", "nin"]},
			"createdAt": {"valueType": "date", "operators": ["gte", "lt"]},
			"modifiedAt": {"valueType": "date", "operators": ["gte", "lt"]}
		}
	},
	"classrooms/{classroomId}/registrations": {"scope": "classrooms:read", "filters": {}},
	"classrooms/{classroomId}/slots": {
		"scope": "classrooms:read",
		"filters": {
			"createdAt": {"valueType": "date", "operators": ["gte", "lt"]},
			"modifiedAt": {"valueType": "date", "operators": ["gte", "lt"]}
		}
	},
	"classroom-slots/{classroomSlotId}/attendance-sheets": {"scope": "attendanceSheets:read", "filters": {}},
	"classroom-slots/{classroomSlotId}/attendance-sheets/{attendanceSheetId}/attendances": {"scope": "attendanceSheets:read", "filters": {}},
	"classroom-slots/{classroomSlotId}/waitlist": {"scope": "classrooms:read", "filters": {}},
	"classroom-slots/{classroomSlotId}/registrations": {
		"scope": "classrooms:read",
		"filters": {
			"createdAt": {"valueType": "date", "operators": ["gte", "lt"]},
			"hasAttended": {"valueType": "boolean", "operators": ["eq"]},
			"modifiedAt": {"valueType": "date", "operators": ["gte", "lt"]},
			"userId": {"valueType": "id", "operators": ["eq", "in", "ne", "nin"]},
			"status": {"operators": ["eq"], "values": ["archived", "published"]}
		}
	},
	"courses/stats": {
		"scope": "courseStats:read",
		"filters": {
			"completedAt": {"valueType": "date", "operators": ["gte", "lt"]},
			"courseId": {"valueType": "id", "operators": ["eq", "in", "ne", "nin"]},
			"userId": {"valueType": "id", "operators": ["eq", "in", "ne", "nin"]}
		}
	},
	"courses/{courseId}/custom-fields/values": {"scope": "courses:read", "filters": {}},
	"courses": {
		"scope": "courses:read",
		"filters": {
			"createdAt": {"valueType": "date", "operators": ["gte", "lt"]},
			"modifiedAt": {"valueType": "date", "operators": ["gte", "lt"]},
			"status": {"operators": ["eq"], "values": ["archived", "deleted", "published"]},
			"type": {"operators": ["eq"], "values": ["elearning standard", "external", "native"]},
			"authorId": {"valueType": "id", "operators": ["eq"]},
			"groupId": {"valueType": "id", "operators": ["eq"]},
			"originalAuthorId": {"valueType": "id", "operators": ["eq"]},
			"tagIds": {"valueType": "id", "operators": ["in"]},
			"coAuthorIds": {"valueType": "id", "operators": ["in"]},
			"sourceLang": {"operators": ["eq", "in"]},
			"collaborativeLearning": {"valueType": "boolean", "operators": ["eq"]}
		}
	},
	"courses/{courseId}/tags": {"scope": "tags:read", "filters": {}},
	"custom-fields": {
		"scope": "customFields:read",
		"filters": {
			"name": {"valueType": "text", "operators": ["eq", "in", "ne", "nin"]},
			"targetType": {"operators": ["eq", "in", "ne", "nin"], "values": ["users", "contents"]},
			"type": {"operators": ["eq", "in", "ne", "nin"], "values": ["string", "date"]}
		}
	},
	"custom-fields/{customFieldId}/authorized-values": {"scope": "customFields:read", "filters": {}},
	"custom-links": {"scope": "customLinks:read", "filters": {}},
	"external-ids": {
		"scope": "externalIds:read",
		"filters": {
			"platform": {"valueType": "text", "operators": ["eq", "in", "ne", "nin"]},
			"type": {"operators": ["eq", "in", "ne", "nin"]},
			"value": {"valueType": "text", "operators": ["eq", "in", "ne", "nin"]},
			"targetId": {"valueType": "id", "operators": ["eq", "in", "ne", "nin"]}
		}
	},
	"groups": {"scope": "groups:read", "filters": {}},
	"groups/{groupId}/roles": {"scope": "groups:read", "filters": {}},
	"groups/{groupId}/catalog/{contentType}-ids": {"scope": "groups:read", "filters": {}},
	"groups/{groupId}/library/{contentType}-ids": {"scope": "groups:read", "filters": {}},
	"integrations": {
		"scope": "integrations:read",
		"filters": {"externalPlatform": {"valueType": "text", "operators": ["eq", "in", "ne", "nin"]}}
	},
	"learning-needs": {"scope": "learningNeeds:read", "filters": {}},
	"paths/sessions": {
		"scope": "paths:read",
		"filters": {
			"createdAt": {"valueType": "date", "operators": ["gte", "lt"]},
			"modifiedAt": {"valueType": "date", "operators": ["gte", "lt"]},
			"startDate": {"valueType": "date", "operators": ["gte", "lt"]},
			"endDate": {"valueType": "date", "operators": ["gte", "lt"]},
			"sessionId": {"valueType": "id", "operators": ["eq", "in", "ne", "nin"]},
			"pathId": {"valueType": "id", "operators": ["eq", "in", "ne", "nin"]}
		}
	},
	"paths/stats": {
		"scope": "pathStats:read",
		"filters": {
			"status": {"operators": ["eq"], "values": ["archived", "published"]},
			"completedAt": {"valueType": "date", "operators": ["gte", "lt"]},
			"pathId": {"valueType": "id", "operators": ["eq", "in", "ne", "nin"]},
			"userId": {"valueType": "id", "operators": ["eq", "in", "ne", "nin"]}
		}
	},
	"paths": {
		"scope": "paths:read",
		"filters": {
			"createdAt": {"valueType": "date", "operators": ["gte", "lt"]},
			"modifiedAt": {"valueType": "date", "operators": ["gte", "lt"]},
			"status": {"operators": ["eq"], "values": ["archived", "published"]}
		}
	},
	"paths/{pathId}/sessions": {
		"scope": "paths:read",
		"filters": {
			"createdAt": {"valueType": "date", "operators": ["gte", "lt"]},
			"modifiedAt": {"valueType": "date", "operators": ["gte", "lt"]},
			"startDate": {"valueType": "date", "operators": ["gte", "lt"]},
			"endDate": {"valueType": "date", "operators": ["gte", "lt"]}
		}
	},
	"paths/{pathId}/enrollments": {
		"scope": "paths:read",
		"filters": {
			"status": {"operators": ["eq"], "values": ["archived", "published"]},
			"createdAt": {"valueType": "date", "operators": ["gte", "lt"]},
			"modifiedAt": {"valueType": "date", "operators": ["gte", "lt"]},
			"sessionId": {"valueType": "id", "operators": ["eq", "in", "ne", "nin"]}
		}
	},
	"paths/{pathId}/sessions/{sessionId}/custom-fields/values": {"scope": "paths:read", "filters": {}},
	"paths/{pathId}/tags": {"scope": "tags:read", "filters": {}},
	"paths/{pathId}/sessions/{sessionId}/user-stats": {
		"scope": "pathStats:read",
		"filters": {
			"completedAt": {"valueType": "date", "operators": ["gte", "lt"]},
			"userId": {"valueType": "id", "operators": ["eq", "in", "ne", "nin"]}
		}
	},
	"projects": {"scope": "projects:read", "filters": {}},
	"skills/powers": {
		"scope": "skillsPowers:read",
		"filters": {
			"skillId": {"valueType": "text", "operators": ["eq", "in"]},
			"status": {"operators": ["eq", "ne"], "values": ["toAssess", "pendingValidation", "validated"]},
			"userId": {"valueType": "id", "operators": ["eq", "in"]}
		}
	},
	"skills": {
		"scope": "skills:read",
		"filters": {
			"status": {"operators": ["eq", "in", "ne", "nin"], "values": ["archived", "published"]},
			"updatedAt": {"valueType": "date", "operators": ["gte", "lt"]}
		}
	},
	"tags": {"scope": "tags:read", "filters": {"isMain": {"valueType": "boolean", "operators": ["eq"]}}},
	"users/{userId}/custom-links": {"scope": "users:read", "filters": {}},
	"users": {
		"scope": "users:read",
		"filters": {
			"mail": {"valueType": "text", "operators": ["eq", "in", "ne", "nin"]},
			"username": {"valueType": "text", "operators": ["eq", "in", "ne", "nin"]},
			"status": {"operators": ["eq", "ne"], "values": ["active", "invited", "deleted"]}
		}
	},
	"users/{userId}/certificates": {
		"scope": "users:read",
		"filters": {
			"deliveryDate": {"valueType": "date", "operators": ["gte", "lt"]},
			"expirationDate": {"valueType": "date", "operators": ["gte", "lt"]}
		}
	},
	"users/{userId}/managers": {"scope": "users:read", "filters": {}},
	"users/{userId}/subordinates": {"scope": "users:read", "filters": {}},
	"users/{userId}/custom-fields/values": {"scope": "users:read", "filters": {}},
	"users/{userId}/roles": {"scope": "users:read", "filters": {}},
	"bulk/operations/{bulkOperationId}/results": {"scope": "bulkOperations:read", "filters": {}},
	"bulk/operations": {
		"scope": "bulkOperations:read",
		"filters": {
			"createdAt": {"valueType": "date", "operators": ["gte", "lt"]},
			"status": {"operators": ["eq"], "values": ["pending", "queued", "running", "completed", "error"]},
			"type": {"operators": ["eq"]}
		}
	},
	"webhooks/subscriptions": {"scope": "webhooks:read", "filters": {"eventType": {"operators": ["eq", "in", "ne", "nin"]}}},
	"webhooks/subscriptions/{subscriptionId}/events": {
		"scope": "webhooks:read",
		"filters": {
			"createdAt": {"valueType": "date", "operators": ["gte", "lt"]},
			"status": {"operators": ["eq"], "values": ["delivered", "failed", "pending", "sending"]}
		}
	}
};

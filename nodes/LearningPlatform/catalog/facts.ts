// Generated from test/contract/service.json by `npm run contract`.
import type { ListFilter } from './row';

/** The scope and the filters of each list, by path. */
export const listFacts: Readonly<
	Record<string, { scope: string; filters: Readonly<Record<string, ListFilter>> }>
> = {
	"certificate-outlines": {
		"scope": "certificateOutlines:read",
		"filters": {
			"createdAt": {"kind": "date", "operators": ["gte", "lt"]},
			"groupId": {"kind": "id", "operators": ["eq", "in", "ne", "nin"]}
		}
	},
	"classrooms": {
		"scope": "classrooms:read",
		"filters": {
			"groupId": {"kind": "id", "operators": ["eq", "in", "ne", "nin"]},
			"createdAt": {"kind": "date", "operators": ["gte", "lt"]},
			"modifiedAt": {"kind": "date", "operators": ["gte", "lt"]}
		}
	},
	"classrooms/{classroomId}/registrations": {"scope": "classrooms:read", "filters": {}},
	"classrooms/{classroomId}/slots": {
		"scope": "classrooms:read",
		"filters": {
			"createdAt": {"kind": "date", "operators": ["gte", "lt"]},
			"modifiedAt": {"kind": "date", "operators": ["gte", "lt"]}
		}
	},
	"classroom-slots/{classroomSlotId}/attendance-sheets": {"scope": "attendanceSheets:read", "filters": {}},
	"classroom-slots/{classroomSlotId}/attendance-sheets/{attendanceSheetId}/attendances": {"scope": "attendanceSheets:read", "filters": {}},
	"classroom-slots/{classroomSlotId}/waitlist": {"scope": "classrooms:read", "filters": {}},
	"classroom-slots/{classroomSlotId}/registrations": {
		"scope": "classrooms:read",
		"filters": {
			"createdAt": {"kind": "date", "operators": ["gte", "lt"]},
			"hasAttended": {"kind": "boolean", "operators": ["eq"]},
			"modifiedAt": {"kind": "date", "operators": ["gte", "lt"]},
			"userId": {"kind": "id", "operators": ["eq", "in", "ne", "nin"]},
			"status": {"operators": ["eq"], "values": ["archived", "published"]}
		}
	},
	"courses/stats": {
		"scope": "courseStats:read",
		"filters": {
			"completedAt": {"kind": "date", "operators": ["gte", "lt"]},
			"courseId": {"kind": "id", "operators": ["eq", "in", "ne", "nin"]},
			"userId": {"kind": "id", "operators": ["eq", "in", "ne", "nin"]}
		}
	},
	"courses/{courseId}/custom-fields/values": {"scope": "courses:read", "filters": {}},
	"courses": {
		"scope": "courses:read",
		"filters": {
			"createdAt": {"kind": "date", "operators": ["gte", "lt"]},
			"modifiedAt": {"kind": "date", "operators": ["gte", "lt"]},
			"status": {"operators": ["eq"], "values": ["archived", "deleted", "published"]},
			"type": {"operators": ["eq"], "values": ["elearning standard", "external", "native"]},
			"authorId": {"kind": "id", "operators": ["eq"]},
			"groupId": {"kind": "id", "operators": ["eq"]},
			"originalAuthorId": {"kind": "id", "operators": ["eq"]},
			"tagIds": {"kind": "id", "operators": ["in"]},
			"coAuthorIds": {"kind": "id", "operators": ["in"]},
			"sourceLang": {"operators": ["eq", "in"]},
			"collaborativeLearning": {"kind": "boolean", "operators": ["eq"]}
		}
	},
	"courses/{courseId}/tags": {"scope": "tags:read", "filters": {}},
	"custom-fields": {
		"scope": "customFields:read",
		"filters": {
			"name": {"kind": "text", "operators": ["eq", "in", "ne", "nin"]},
			"targetType": {"operators": ["eq", "in", "ne", "nin"], "values": ["users", "contents"]},
			"type": {"operators": ["eq", "in", "ne", "nin"], "values": ["string", "date"]}
		}
	},
	"custom-fields/{customFieldId}/authorized-values": {"scope": "customFields:read", "filters": {}},
	"custom-links": {"scope": "customLinks:read", "filters": {}},
	"external-ids": {
		"scope": "externalIds:read",
		"filters": {
			"platform": {"kind": "text", "operators": ["eq", "in", "ne", "nin"]},
			"type": {"operators": ["eq", "in", "ne", "nin"]},
			"value": {"kind": "text", "operators": ["eq", "in", "ne", "nin"]},
			"targetId": {"kind": "id", "operators": ["eq", "in", "ne", "nin"]}
		}
	},
	"groups": {"scope": "groups:read", "filters": {}},
	"groups/{groupId}/roles": {"scope": "groups:read", "filters": {}},
	"groups/{groupId}/catalog/{contentType}-ids": {"scope": "groups:read", "filters": {}},
	"groups/{groupId}/library/{contentType}-ids": {"scope": "groups:read", "filters": {}},
	"integrations": {
		"scope": "integrations:read",
		"filters": {"externalPlatform": {"kind": "text", "operators": ["eq", "in", "ne", "nin"]}}
	},
	"learning-needs": {"scope": "learningNeeds:read", "filters": {}},
	"paths/sessions": {
		"scope": "paths:read",
		"filters": {
			"createdAt": {"kind": "date", "operators": ["gte", "lt"]},
			"modifiedAt": {"kind": "date", "operators": ["gte", "lt"]},
			"startDate": {"kind": "date", "operators": ["gte", "lt"]},
			"endDate": {"kind": "date", "operators": ["gte", "lt"]},
			"sessionId": {"kind": "id", "operators": ["eq", "in", "ne", "nin"]},
			"pathId": {"kind": "id", "operators": ["eq", "in", "ne", "nin"]}
		}
	},
	"paths/stats": {
		"scope": "pathStats:read",
		"filters": {
			"status": {"operators": ["eq"], "values": ["archived", "published"]},
			"completedAt": {"kind": "date", "operators": ["gte", "lt"]},
			"pathId": {"kind": "id", "operators": ["eq", "in", "ne", "nin"]},
			"userId": {"kind": "id", "operators": ["eq", "in", "ne", "nin"]}
		}
	},
	"paths": {
		"scope": "paths:read",
		"filters": {
			"createdAt": {"kind": "date", "operators": ["gte", "lt"]},
			"modifiedAt": {"kind": "date", "operators": ["gte", "lt"]},
			"status": {"operators": ["eq"], "values": ["archived", "published"]}
		}
	},
	"paths/{pathId}/sessions": {
		"scope": "paths:read",
		"filters": {
			"createdAt": {"kind": "date", "operators": ["gte", "lt"]},
			"modifiedAt": {"kind": "date", "operators": ["gte", "lt"]},
			"startDate": {"kind": "date", "operators": ["gte", "lt"]},
			"endDate": {"kind": "date", "operators": ["gte", "lt"]}
		}
	},
	"paths/{pathId}/enrollments": {
		"scope": "paths:read",
		"filters": {
			"status": {"operators": ["eq"], "values": ["archived", "published"]},
			"createdAt": {"kind": "date", "operators": ["gte", "lt"]},
			"modifiedAt": {"kind": "date", "operators": ["gte", "lt"]},
			"sessionId": {"kind": "id", "operators": ["eq", "in", "ne", "nin"]}
		}
	},
	"paths/{pathId}/sessions/{sessionId}/custom-fields/values": {"scope": "paths:read", "filters": {}},
	"paths/{pathId}/tags": {"scope": "tags:read", "filters": {}},
	"paths/{pathId}/sessions/{sessionId}/user-stats": {
		"scope": "pathStats:read",
		"filters": {
			"completedAt": {"kind": "date", "operators": ["gte", "lt"]},
			"userId": {"kind": "id", "operators": ["eq", "in", "ne", "nin"]}
		}
	},
	"projects": {"scope": "projects:read", "filters": {}},
	"skills/powers": {
		"scope": "skillsPowers:read",
		"filters": {
			"skillId": {"kind": "text", "operators": ["eq", "in"]},
			"status": {"operators": ["eq", "ne"], "values": ["toAssess", "pendingValidation", "validated"]},
			"userId": {"kind": "id", "operators": ["eq", "in"]}
		}
	},
	"skills": {
		"scope": "skills:read",
		"filters": {
			"status": {"operators": ["eq", "in", "ne", "nin"], "values": ["archived", "published"]},
			"updatedAt": {"kind": "date", "operators": ["gte", "lt"]}
		}
	},
	"tags": {"scope": "tags:read", "filters": {"isMain": {"kind": "boolean", "operators": ["eq"]}}},
	"users/{userId}/custom-links": {"scope": "users:read", "filters": {}},
	"users": {
		"scope": "users:read",
		"filters": {
			"mail": {"kind": "text", "operators": ["eq", "in", "ne", "nin"]},
			"username": {"kind": "text", "operators": ["eq", "in", "ne", "nin"]},
			"status": {"operators": ["eq", "ne"], "values": ["active", "invited", "deleted"]}
		}
	},
	"users/{userId}/certificates": {
		"scope": "users:read",
		"filters": {
			"deliveryDate": {"kind": "date", "operators": ["gte", "lt"]},
			"expirationDate": {"kind": "date", "operators": ["gte", "lt"]}
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
			"createdAt": {"kind": "date", "operators": ["gte", "lt"]},
			"status": {"operators": ["eq"], "values": ["pending", "queued", "running", "completed", "error"]},
			"type": {"operators": ["eq"]}
		}
	},
	"webhooks/subscriptions": {"scope": "webhooks:read", "filters": {"eventType": {"operators": ["eq", "in", "ne", "nin"]}}},
	"webhooks/subscriptions/{subscriptionId}/events": {
		"scope": "webhooks:read",
		"filters": {
			"createdAt": {"kind": "date", "operators": ["gte", "lt"]},
			"status": {"operators": ["eq"], "values": ["delivered", "failed", "pending", "sending"]}
		}
	}
};
